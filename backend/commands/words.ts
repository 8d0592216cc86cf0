const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
const step = 1024

/** So many of something, as people say it. */
export const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`

/** Bytes in the largest unit of which there is one. */
export function sized(bytes: number): string {
  let unit = 0
  let left = bytes
  while (left >= step && unit < units.length - 1) {
    left /= step
    unit++
  }
  return `${unit === 0 ? left : left.toFixed(1)} ${units[unit]}`
}
