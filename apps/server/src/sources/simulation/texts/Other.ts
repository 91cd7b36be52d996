/** Languages that the product classifies as "other", so that language filters have something to exclude. */
import type { NonEmpty, Vocabulary } from "./Vocabulary.ts"

const spanish: Vocabulary = {
  tag: "es",
  joiners: [". ", "\n"],
  gap: " ",
  openers: ["la verdad, ", "hoy aprendí algo: ", "pregunta seria: "],
  words: {
    family: ["García", "López", "Martínez", "Fernández", "Ruiz"],
    given: ["Lucía", "Mateo", "Valentina", "Diego", "Camila"],
    city: ["Madrid", "Ciudad de México", "Bogotá", "Buenos Aires", "Lima"],
    dish: ["tacos", "empanadas", "una tortilla", "arepas", "ceviche"],
    person: ["mi madre", "mi jefe", "mi vecina", "mi hermano"]
  },
  topics: [
    {
      weight: 1,
      lead: [
        "el mejor café de {city} lo encontré esta mañana y no pienso decir dónde",
        "{person} hace {dish} mejor que cualquier restaurante",
        "mi gato durmió {6-14} horas hoy y yo también quiero",
        "llevo {2-8} meses buscando trabajo en {city} y por fin me llamaron"
      ],
      more: ["no me arrepiento de nada", "os leo en los comentarios", "mañana empiezo la dieta", "qué día tan largo"],
      tags: ["vida", "cafe", "gatos"],
      emoji: ["☕️", "😂", "🥹"]
    }
  ],
  stories: [
    "hace {2-9} años vivía en {city} y trabajaba todos los días hasta la medianoche sin saber muy bien para qué",
    "un día {person} me dijo que no tenía que demostrar nada, y desde entonces duermo mejor"
  ],
  replies: [
    "totalmente de acuerdo",
    "jajaja qué risa",
    "¿dónde queda?",
    "gracias por compartir",
    "{person} dice lo mismo"
  ],
  biographies: ["vivo en {city}, escribo a ratos", "gatos, café y libros"],
  fullName: "{given} {family}"
}

const thai: Vocabulary = {
  tag: "th",
  joiners: [" ", "\n"],
  gap: " ",
  openers: ["คือแบบ ", "วันนี้ ", "ถามหน่อย "],
  words: {
    family: ["ใจดี", "สุขใจ", "แสงทอง", "ศรีสุข"],
    given: ["มะลิ", "ต้น", "ฝน", "บีม", "พลอย"],
    city: ["กรุงเทพ", "เชียงใหม่", "ภูเก็ต", "ขอนแก่น"],
    dish: ["ข้าวมันไก่", "ส้มตำ", "ผัดไทย", "ก๋วยเตี๋ยวเรือ"],
    person: ["แม่", "เพื่อน", "หัวหน้า", "น้องสาว"]
  },
  topics: [
    {
      weight: 1,
      lead: [
        "กาแฟร้านนี้ที่{city}อร่อยมากกก",
        "แมวที่บ้านนอนวันละ {6-14} ชั่วโมง อยากเป็นแมวบ้าง",
        "{person}ทำ{dish}อร่อยกว่าร้านอีก",
        "ฝนตกหนักมากที่{city} กลับบ้านยังไงดี"
      ],
      more: ["ใครเคยไปบ้าง", "พรุ่งนี้ค่อยลดน้ำหนัก", "เหนื่อยแต่มีความสุข", "ฝากร้านไว้ในคอมเมนต์"],
      tags: ["กาแฟ", "แมว", "ของกิน"],
      emoji: ["☕️", "🐱", "😂"]
    }
  ],
  stories: [
    "เมื่อ {2-9} ปีก่อนเราอยู่ที่{city} ทำงานทุกวันจนดึก ไม่รู้ว่าทำไปเพื่ออะไร",
    "จนวันหนึ่ง{person}บอกว่าไม่ต้องรีบพิสูจน์อะไร แค่ผ่านวันนี้ไปให้ได้ก็พอ"
  ],
  replies: ["จริงที่สุด", "ขำมาก", "อยู่แถวไหนคะ", "ขอบคุณที่แชร์นะ", "{person}ก็พูดแบบนี้"],
  biographies: ["คน{city} รักแมว", "กินเก่ง นอนเก่ง"],
  fullName: "{given} {family}"
}

const indonesian: Vocabulary = {
  tag: "id",
  joiners: [". ", "\n"],
  gap: " ",
  openers: ["jujur ya, ", "barusan ", "mau tanya, "],
  words: {
    family: ["Santoso", "Wijaya", "Putri", "Pratama"],
    given: ["Dewi", "Budi", "Sari", "Rizky", "Ayu"],
    city: ["Jakarta", "Bandung", "Yogyakarta", "Surabaya"],
    dish: ["nasi goreng", "bakso", "soto ayam", "rendang"],
    person: ["ibuku", "bosku", "temanku", "adikku"]
  },
  topics: [
    {
      weight: 1,
      lead: [
        "kopi di {city} ini enak banget, wajib coba",
        "kucingku tidur {6-14} jam sehari, iri banget",
        "{person} masak {dish} lebih enak dari restoran",
        "hujan deras di {city}, pulangnya gimana dong"
      ],
      more: ["diet mulai besok aja", "ada yang pernah ke sini?", "alamatnya di kolom komentar", "capek tapi senang"],
      tags: ["kopi", "kucing", "kuliner"],
      emoji: ["☕️", "🐱", "🔥"]
    }
  ],
  stories: [
    "{2-9} tahun lalu aku tinggal di {city} dan kerja sampai tengah malam tanpa tahu buat apa",
    "suatu hari {person} bilang kalau tidak perlu buru-buru membuktikan apa-apa"
  ],
  replies: ["setuju banget", "ngakak", "di mana ini kak?", "makasih infonya", "{person} juga bilang begitu"],
  biographies: ["tinggal di {city}, suka kopi", "anak kucing garis keras"],
  fullName: "{given} {family}"
}

export const others: NonEmpty<Vocabulary> = [spanish, thai, indonesian]
