import { call, type Caller } from '@crossdock/kernel/testing'

/** Results of calls. */
export interface Outcome {
  passed: number
  refused: number
  codes: Set<string>
}

/** Makes this many concurrent calls, alternating between the addresses. */
export async function callAtOnce(
  urls: readonly string[],
  as: Caller,
  count: number,
  path = '/api/assets?range=[0,0]'
): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, refused: 0, codes: new Set() }
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { status, body } = await call<{ code?: string }>(urls[at % urls.length]!, 'GET', path, {
        as,
      })
      if (status === 200) outcome.passed++
      else if (status === 429) {
        outcome.refused++
        outcome.codes.add(body.code!)
      } else throw new Error(`A call was answered ${status} ${JSON.stringify(body)}`)
    })
  )
  return outcome
}

/** Parses a structured field such as `"calls";r=12;t=31, "month";r=9` by its names. */
export function fieldsOf(header: string | null): Record<string, Record<string, string>> {
  return Object.fromEntries(
    (header ?? '').split(', ').map((item) => {
      const [name = '', ...params] = item.split(';')
      return [name.replaceAll('"', ''), Object.fromEntries(params.map((one) => one.split('=')))]
    })
  )
}

/** Runs `work` as if this much time had passed for this process. */
export async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { now } = performance
  performance.now = () => now.call(performance) + ms
  try {
    return await work()
  } finally {
    performance.now = now
  }
}
