/**
 * Runs tasks with a limit on how many run at a time.
 * @throws the error of the first task that failed
 */
export async function inParallel<Task>(
  count: number,
  tasks: AsyncIterable<Task>,
  work: (task: Task) => Promise<void>
): Promise<void> {
  const rest = tasks[Symbol.asyncIterator]()
  let failed: { error: unknown } | undefined
  const worker = async () => {
    while (!failed) {
      try {
        const next = await rest.next()
        if (next.done) return
        await work(next.value)
      } catch (error) {
        failed ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: count }, worker))
  if (!failed) return
  await rest.return?.()
  throw failed.error
}
