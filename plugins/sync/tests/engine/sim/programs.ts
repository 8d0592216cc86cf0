/** A random test program as plain data, so that it can run again. All numbers are small and used modulo. */
export interface Program {
  setup: number[]
  steps: number[][]
}

/** Returns a random generator that gives the same numbers for the same seed. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export function programOf(seed: number, verbs: readonly number[]): Program {
  const next = numbers(seed)
  const setup = Array.from({ length: 12 }, () => next(100))
  const steps = Array.from({ length: 5 + next(40) }, () => [
    verbs[next(verbs.length)]!,
    next(64),
    next(64),
    next(64),
  ])
  return { setup, steps }
}

/** The smallest program found that still fails: fewer steps first, then smaller numbers. */
export function shrink(program: Program, isFailing: (program: Program) => boolean): Program {
  let best = program
  const attempt = (next: Program) => {
    if (!isFailing(next)) return false
    best = next
    return true
  }
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (let length = Math.ceil(best.steps.length / 2); length >= 1; length = length >> 1)
      for (let at = 0; at + length <= best.steps.length;) {
        const steps = best.steps.toSpliced(at, length)
        if (attempt({ ...best, steps })) isSmaller = true
        else at += length
      }
    const smaller = (value: number, make: (value: number) => Program) => {
      for (const next of [0, value >> 1, value - 1])
        if (next >= 0 && next < value && attempt(make(next))) return (isSmaller = true)
      return false
    }
    best.setup.forEach((value, at) =>
      smaller(value, (next) => ({ ...best, setup: best.setup.with(at, next) }))
    )
    best.steps.forEach((step, at) =>
      step.forEach((value, index) => {
        if (index > 0)
          smaller(value, (next) => ({
            ...best,
            steps: best.steps.with(at, best.steps[at]!.with(index, next)),
          }))
      })
    )
  }
  return best
}
