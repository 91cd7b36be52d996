/** Least squares, shrunk towards given coefficients, from sums that grow row by row. */
import { at } from "./Arrays.ts"

export interface Sums {
  readonly size: number
  rows: number
  /** Of the products of all pairs of features; the lower half is filled. */
  readonly squares: Float64Array
  readonly products: Float64Array
}

export const emptySums = (size: number): Sums => ({
  size,
  rows: 0,
  squares: new Float64Array(size * size),
  products: new Float64Array(size)
})

export const addRow = (sums: Sums, features: Float64Array, offset: number, target: number): void => {
  const { size, squares, products } = sums
  sums.rows += 1
  for (let row = 0; row < size; row += 1) {
    const value = at(features, offset + row)
    if (value === 0) continue
    products[row] = at(products, row) + value * target
    for (let column = 0; column <= row; column += 1) {
      const cell = row * size + column
      squares[cell] = at(squares, cell) + value * at(features, offset + column)
    }
  }
}

/** Cholesky decomposition of a positive definite matrix, in place, and the solution for one right-hand side. */
const solvePositive = (matrix: Float64Array, right: Float64Array, size: number): ReadonlyArray<number> => {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(matrix, row * size + column)
      for (let k = 0; k < column; k += 1) sum -= at(matrix, row * size + k) * at(matrix, column * size + k)
      matrix[row * size + column] = row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / at(matrix, column * size + column)
    }
  }
  const solution = Array.from(right)
  for (let row = 0; row < size; row += 1) {
    let sum = at(solution, row)
    for (let k = 0; k < row; k += 1) sum -= at(matrix, row * size + k) * at(solution, k)
    solution[row] = sum / at(matrix, row * size + row)
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = at(solution, row)
    for (let k = row + 1; k < size; k += 1) sum -= at(matrix, k * size + row) * at(solution, k)
    solution[row] = sum / at(matrix, row * size + row)
  }
  return solution
}

/** The strength is in rows: with as many rows of features of size 1, the data and `towards` weigh the same. */
export const solve = (sums: Sums, towards: ArrayLike<number>, strength: number): ReadonlyArray<number> => {
  const { size } = sums
  const matrix = Float64Array.from(sums.squares)
  const right = Float64Array.from(sums.products)
  for (let row = 0; row < size; row += 1) {
    matrix[row * size + row] = at(matrix, row * size + row) + strength
    right[row] = at(right, row) + strength * at(towards, row)
  }
  return solvePositive(matrix, right, size)
}
