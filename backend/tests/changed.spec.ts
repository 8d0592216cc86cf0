// onOneDatabase: it tests the test programs
import { test } from '@japa/runner'
import { execFileSync } from 'node:child_process'
import { planFor } from '../bin/bootstrap/changed.mjs'
import { cyclesIn } from '../bin/bootstrap/folder_rules.mjs'
import { areasToProve } from '../bin/bootstrap/proven.mjs'
import { readTestArgs } from '../bin/bootstrap/test_args.mjs'
import { timesIn } from '../bin/bootstrap/spec_rules.mjs'

const smoke = ['backend/tests/role_matrix.spec.ts', 'backend/tests/tenant_matrix.spec.ts']

test.group('npm test -- --changed', () => {
  // Red when an area's own specs, or the specs for every change, are left out.
  test('runs the specs of the areas that changed, and the matrices', ({ assert }) => {
    const { own, specs, stories } = planFor(['backend/kernel/jobs/claimer.ts'])
    assert.include(own, 'backend/kernel/jobs/tests/workers.spec.ts')
    assert.notInclude(own, 'backend/tests/role_matrix.spec.ts')
    assert.includeMembers(specs, [...own, ...smoke, 'backend/tests/journeys/main_job.spec.ts'])
    assert.isFalse(specs.some((spec) => spec.startsWith('backend/kernel/storage/')))
    assert.deepEqual(stories, [])
  })

  // Red when contracts are ignored, or every file is treated as one.
  test('runs the areas that import a contract that changed', ({ assert }) => {
    const isOfAssets = (spec: string) => spec.startsWith('backend/app/assets/')
    const { own, specs } = planFor(['backend/app/tenants/contracts/index.ts'])
    assert.isTrue(specs.some(isOfAssets))
    assert.isFalse(own.some(isOfAssets))
    assert.isFalse(planFor(['backend/app/tenants/actions/suspend.ts']).specs.some(isOfAssets))
  })

  test('runs the stories next to changed files of the console', ({ assert }) => {
    const { specs, stories } = planFor(['admin/src/screens/users/UserList.tsx'])
    assert.deepEqual(specs, [])
    assert.isTrue(stories.length > 0)
    assert.isTrue(stories.every((story) => story.startsWith('admin/src/screens/users/')))
  })

  test('runs a spec of the whole product that changed, and nothing for a document', ({
    assert,
  }) => {
    assert.deepEqual(planFor(['backend/tests/doors.spec.ts']).specs, [
      'backend/tests/doors.spec.ts',
    ])
    assert.deepEqual(planFor(['docs/api.md']), { specs: [], own: [], stories: [] })
  })
})

test.group('Times in specs', () => {
  // Red when one of the rules is missing.
  test('are refused where a slow machine could break them')
    .with([
      'const begun = performance.now()',
      'assert.isBelow(Date.now() - begun, 2_000)',
      'await new Promise((resolve) => setTimeout(resolve, 5))',
      "import { setTimeout as delay } from 'node:timers/promises'",
      'await lab.work([slow], { leaseMs: 1_500 })',
    ])
    .run(({ assert }, line) => {
      assert.lengthOf(timesIn(`one()\n${line}\n`), 1)
      assert.lengthOf(timesIn(`// clock: the subject\n${line}\n`), 1)
      assert.deepEqual(timesIn(`// clock: the subject\n${line}\ntest().tags(['long'])\n`), [])
    })

  test('are allowed where no machine could: a line')
    .with([
      "import { setImmediate } from 'node:timers/promises'",
      'const begun = new Date(Date.now() - 3 * hour)',
      'await lab.work([slow], { leaseMs: 3_600_000, lookMs: 1 })',
      'const hourMs = 60 * 60_000',
      '// a comment about setTimeout(work, 5)',
    ])
    .run(({ assert }, line) => assert.deepEqual(timesIn(line), []))
})

test.group('Folders that import each other', () => {
  const queries = 'plugins/flows/queries/runs.ts'
  const runs = 'plugins/flows/runs/open.ts'

  // Red when lazy imports or types do not count.
  test('are refused, with one import of every step', ({ assert }) => {
    const files = new Map([
      [queries, "import type { Open } from '../runs/open.js'\n"],
      [runs, "const found = () => import('../queries/runs.js')\n"],
    ])
    const steps = `${queries} imports ${runs}; ${runs} imports ${queries}`
    assert.deepEqual(cyclesIn(files), [`plugins/flows: queries → runs → queries (${steps}).`])
  })

  // Red when only pairs count.
  test('are refused as a cycle of three, too', ({ assert }) => {
    const steps = 'plugins/flows/steps/wait.ts'
    const files = new Map([
      [queries, "import { open } from '../runs/open.js'\n"],
      [runs, "import { wait } from '../steps/wait.js'\n"],
      [steps, "import { runs } from '../queries/runs.js'\n"],
    ])
    const [cycle, ...others] = cyclesIn(files)
    assert.match(cycle!, /^plugins\/flows: queries → runs → steps → queries \(/)
    assert.lengthOf(others, 0)
  })

  test('are allowed to meet in what the contracts publish, and in files above them', ({
    assert,
  }) => {
    const contracts = 'plugins/flows/contracts/index.ts'
    const files = new Map([
      [contracts, "export { open } from '../runs/open.js'\n"],
      [runs, "import { flowsRead } from '../contracts/index.js'\n"],
      ['plugins/flows/index.ts', "import { open } from './runs/open.js'\n"],
    ])
    assert.deepEqual(cyclesIn(files), [])
    files.set(contracts, "import { open } from '../runs/open.js'\n")
    assert.lengthOf(cyclesIn(files), 1)
  })
})

test.group('The arguments of npm test', () => {
  // Red when an unknown argument starts the whole suite.
  test('unknown arguments are refused by name', ({ assert }) => {
    const known = ['--times', '--files', 'a,b', '--tags=long', '--bail']
    assert.deepEqual(readTestArgs(known), {
      chosen: known.slice(1),
      changed: false,
      times: true,
      all: false,
    })
    assert.throws(() => readTestArgs(['--bogus']), /does not know --bogus\. Known: --changed/)
    assert.throws(() => readTestArgs(['tenant_scope']), /--files tenant_scope$/)
    assert.throws(() => readTestArgs(['--files']), /--files needs a value/)
    assert.throws(() => readTestArgs(['--files', '--bail']), /--files needs a value/)
  })
})

test.group('npm run prove', () => {
  // Red when a folder with specs belongs to no area.
  test('runs each spec in one area', ({ assert }) => {
    const tracked = execFileSync('git', ['ls-tree', '-r', '--name-only', 'HEAD'], {
      encoding: 'utf8',
    })
    const proven = (areasToProve() ?? []).flatMap(({ specs }) => specs)
    assert.sameMembers(
      proven,
      tracked.split('\n').filter((path) => path.endsWith('.spec.ts'))
    )
    assert.lengthOf(new Set(proven), proven.length)
  })

  test('takes --all, which npm test does not know', ({ assert }) => {
    assert.isTrue(readTestArgs(['--all'], { proving: true }).all)
    assert.throws(() => readTestArgs(['--all']), /npm test does not know --all/)
  })
})
