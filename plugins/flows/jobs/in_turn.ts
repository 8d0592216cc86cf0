const last = new Map<string, Promise<unknown>>()

/**
 * Does one thing of a key at a time in this process, in the order asked for: of what a tenant has
 * waiting, others wait for one slice at most. @throws the signal's reason when it is aborted before
 */
export async function inTurn(key: string, signal: AbortSignal, work: () => Promise<void>) {
  const turn = (last.get(key) ?? Promise.resolve()).then(async () => {
    signal.throwIfAborted()
    await work()
  })
  const ended = turn.catch(() => undefined)
  last.set(key, ended)
  void ended.then(() => {
    if (last.get(key) === ended) last.delete(key)
  })
  await turn
}
