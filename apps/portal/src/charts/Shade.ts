/** How dark a cell is: 0 for nothing, then eight shades. */
const shades = 9

export const shadeOf = (value: number | null, most: number): number => {
  if (value === null || value <= 0 || most <= 0) return 0
  return Math.min(shades - 1, Math.max(1, Math.ceil((value / most) * (shades - 1))))
}
