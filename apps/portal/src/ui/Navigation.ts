/** Whether the page shown now was reached from another page of the portal. The first page leaves the focus alone. */

const first = location.href
let left = false

export const isNavigation = (): boolean => {
  left ||= location.href !== first
  return left
}
