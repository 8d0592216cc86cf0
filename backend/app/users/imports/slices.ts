/** Rows that are read, checked or written at a time: ten or twenty milliseconds without a pause. */
export const sliceLength = 100

/** Groups items into slices. */
export async function* slices<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let slice: T[] = []
  for await (const item of items) {
    if (slice.push(item) < sliceLength) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
