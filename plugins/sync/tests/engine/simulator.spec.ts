import { readdirSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { size } from '@crossdock/kernel/testing'
import { programOf, shrink, type Program } from './sim/programs.js'
import { weighted, World } from './sim/world.js'
import type { Hooks } from './sim/contract.js'

const folder = join(import.meta.dirname, 'programs')
const seeds = size({ quick: 2_000, full: 100_000 })

const failureOf = (program: Program, plant?: Hooks['plant']): string | null => {
  try {
    new World(program, plant).run()
    return null
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
}
const kindOf = (failure: string | null) => failure?.split(':')[0]

test.group('Simulator of sync', () => {
  test(`${seeds} seeds lose and invent nothing`, ({ assert }) => {
    const first = Number(process.env.SYNC_SEED ?? 1)
    for (let seed = first; seed < first + seeds; seed++) {
      const program = programOf(seed, weighted)
      const failure = failureOf(program)
      if (failure === null) continue
      const small = shrink(program, (next) => kindOf(failureOf(next)) === kindOf(failure))
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `seed_${seed}.json`), `${JSON.stringify(small)}\n`)
      assert.fail(`Seed ${seed}: ${failureOf(small)}. It is kept as programs/seed_${seed}.json.`)
    }
  }).timeout(0)
})
