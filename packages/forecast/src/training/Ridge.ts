/** Least squares, shrunk towards given coefficients, from sums that grow row by row. */
import { at } from "../predicting/Arrays.ts"

export interface Sums {
  readonly size: number
  /** Of the products of all pairs of features; the lower half is filled. */
  readonly squares: Float64Array
  readonly products: Float64Array
}

export const emptySums = (size: number): Sums => ({
  size,
  squares: new Float64Array(size * size),
  products: new Float64Array(size)
})

/** Most of the time of training is spent here, so it reads arrays of one kind without a function. */
export const addRow = (sums: Sums, features: Float64Array, offset: number, target: number): void => {
  const { size, squares, products } = sums
  for (let row = 0; row < size; row += 1) {
    const value = features[offset + row] ?? 0
    if (value === 0) continue
    products[row] = (products[row] ?? 0) + value * target
    const start = row * size
    for (let column = 0; column <= row; column += 1) {
      squares[start + column] = (squares[start + column] ?? 0) + value * (features[offset + column] ?? 0)
    }
  }
}

/** The lower half of the Cholesky decomposition of a positive definite matrix, in place. */
const decompose = (matrix: Float64Array, size: number): void => {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(matrix, row * size + column)
      for (let k = 0; k < column; k += 1) sum -= at(matrix, row * size + k) * at(matrix, column * size + k)
      matrix[row * size + column] =
        row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / at(matrix, column * size + column)
    }
  }
}

/** Replaces a right-hand side by what it is in the coordinates of the decomposition. */
const forward = (factor: Float64Array, right: Float64Array, size: number): void => {
  for (let row = 0; row < size; row += 1) {
    let sum = at(right, row)
    for (let k = 0; k < row; k += 1) sum -= at(factor, row * size + k) * at(right, k)
    right[row] = sum / at(factor, row * size + row)
  }
}

const backward = (factor: Float64Array, right: Float64Array, size: number): void => {
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = at(right, row)
    for (let k = row + 1; k < size; k += 1) sum -= at(factor, k * size + row) * at(right, k)
    right[row] = sum / at(factor, row * size + row)
  }
}

export interface Solution {
  readonly coefficients: ReadonlyArray<number>
  readonly factor: Float64Array
}

/** The strengths are in rows: as many rows of a feature of size 1 weigh as much as `towards`. */
export const solve = (sums: Sums, towards: ArrayLike<number>, strengths: ArrayLike<number>): Solution => {
  const { size } = sums
  const factor = Float64Array.from(sums.squares)
  const right = Float64Array.from(sums.products)
  for (let row = 0; row < size; row += 1) {
    factor[row * size + row] = at(factor, row * size + row) + at(strengths, row)
    right[row] = at(right, row) + at(strengths, row) * at(towards, row)
  }
  decompose(factor, size)
  forward(factor, right, size)
  backward(factor, right, size)
  return { coefficients: Array.from(right), factor }
}

/** How much a row pulls the regression to itself, from 0 to 1. */
export const leverageOf = ({ factor }: Solution, features: Float64Array, offset: number, size: number): number => {
  const row = features.slice(offset, offset + size)
  forward(factor, row, size)
  return row.reduce((sum, value) => sum + value * value, 0)
}
