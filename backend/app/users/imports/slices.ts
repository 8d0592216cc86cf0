/** So many rows are read, judged or written at a time: ten or twenty milliseconds, in which others wait. */
export const sliceLength = 100

/** What comes one by one, in slices. */
export async function* slices<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let slice: T[] = []
  for await (const item of items) {
    if (slice.push(item) < sliceLength) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
