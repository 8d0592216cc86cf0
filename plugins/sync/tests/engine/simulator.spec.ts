import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { size } from '@crossdock/kernel/testing'
import { programOf, shrink, type Program } from './sim/programs.js'
import { weighted, World } from './sim/world.js'
import type { Hooks } from './sim/contract.js'

/** Programs that failed once. They stay as regression tests. */
const folder = join(process.cwd(), 'plugins/sync/tests/engine/programs')
const seeds = Number(process.env.SYNC_SEEDS ?? size({ quick: 2_000, full: 100_000 }))
const batch = 1_000

const failureOf = (program: Program, plant?: Hooks['plant']): string | null => {
  try {
    new World(program, plant).run()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const kindOf = (failure: string | null) => failure?.split(':')[0]

test.group('Simulator of sync', () => {
  for (let first = 1; first <= seeds; first += batch)
    test(`seeds ${first} to ${first + batch - 1} lose nothing and invent nothing`, ({ assert }) => {
      for (let seed = first; seed < first + batch; seed++) {
        const program = programOf(seed, weighted)
        const failure = failureOf(program)
        if (failure === null) continue
        const small = shrink(program, (next) => kindOf(failureOf(next)) === kindOf(failure))
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, `seed_${seed}.json`), `${JSON.stringify(small)}\n`)
        assert.fail(`Seed ${seed}: ${failureOf(small)} (kept as programs/seed_${seed}.json)`)
      }
    }).timeout(0)

  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    test(`the program ${name} does not fail any more`, ({ assert }) => {
      assert.isNull(failureOf(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Program))
    })

  test('the same seed gives the same run', ({ assert }) => {
    const runOf = (seed: number) => new World(programOf(seed, weighted)).run()
    for (let seed = 1; seed <= 100; seed++) assert.equal(runOf(seed), runOf(seed))
    assert.notEqual(runOf(1), runOf(2))
  })

  for (const [plant, kinds] of [
    ['lost rename', ['lost rename']],
    ['resurrected delete', ['resurrected']],
    ['torn write', ['invented']],
  ] as const)
    test(`a planted ${plant} is found within 2,000 seeds, and shrinks`, ({ assert }) => {
      const isFound = (program: Program) =>
        kinds.some((kind) => kind === kindOf(failureOf(program, plant)))
      for (let seed = 1; seed <= 2_000; seed++) {
        const program = programOf(seed, weighted)
        if (!isFound(program)) continue
        const small = shrink(program, isFound)
        assert.isTrue(isFound(small))
        assert.isAtMost(small.steps.length, 12)
        return
      }
      assert.fail(`No seed found the ${plant}`)
    }).timeout(0)
})
