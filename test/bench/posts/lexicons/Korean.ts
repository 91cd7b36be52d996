/** Words of common syllables, separated by spaces. */
import { combined, words } from "./Words.ts"

const head =
  "진짜 오늘 너무 나 이 그 좀 다 왜 내가 나는 근데 하고 있는 있다 없다 같이 지금 많이 정말 그냥 우리 사람 내일 어제 하는 그리고 이거 아니 하루 시간 생각 사랑 친구 좋아 좋은 감사합니다 안녕하세요 맛있다 커피 날씨 아침 저녁 주말 회사 학교 집에 오늘도 오랜만에 행복한 영화 노래 사진 여행 고양이 강아지"

const frequent =
  "이 다 는 에 고 하 가 을 기 지 은 의 도 로 나 서 한 사 리 아 자 어 만 일 그 라 인 스 해 대 시 수 전 정 보 구 제 부 게 요 들 년 주 상 오 원 여 장 있 면 무 공 소 동 유 안 마 니 과 위 신 성 거 경 세 조 용 모 비 내 방 문 우 연 미 치 음 생 선 영 차 트 개 실 전 바 물 발 산 회 려 할 된 데 분 식 력 화 입 당 계 적 중 국"

// Leading consonant, vowel and final consonant make one code point.
const composed = combined(
  "\u1100 \u1102 \u1103 \u1105 \u1106 \u1107 \u1109 \u110B \u110C \u110E \u110F \u1110 \u1111 \u1112",
  "\u1161 \u1162 \u1165 \u1166 \u1167 \u1169 \u116E \u1173 \u1175 \u116A \u1170",
  "_ \u11A8 \u11AB \u11AF \u11B7 \u11B8 \u11BC"
).map((syllable) => syllable.normalize("NFC"))

export const korean = () =>
  words({
    head,
    parts: [...new Set([...frequent.split(" "), ...composed])],
    lengths: [
      { weight: 10, length: 1 },
      { weight: 40, length: 2 },
      { weight: 35, length: 3 },
      { weight: 15, length: 4 }
    ],
    gap: " "
  })
