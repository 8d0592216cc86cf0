import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { DriverTrace, size, testDatabase, type Asked } from '@crossdock/kernel/testing'
import type { FurnishedTenant } from '../matrix/furnished_tenant.js'
import { allowed } from './allowed.js'
import { grownInstallation, type GrownInstallation } from './grown_installation.js'
import { growing, isSearchIndex, manyRows, small } from './growing.js'
import { questionsOf, type Question } from './questions.js'
import { meterOf, type Meter, type Reading } from './reading.js'

/**
 * Maximum number of rows that a page of a list or some counts may read, regardless of the table's size. A
 * scan reads all rows.
 */
const mostRows = size({ quick: 1_000, full: 2_000 })
const mostPages = size({ quick: 300, full: 1_000 })

interface Scan extends Question {
  statement: string
  reading: Reading
}

type CallerOf = (operation: Operation) => Caller | undefined

const isScan = ({ rows, pages = 0 }: Reading) => rows > mostRows || pages > mostPages

/**
 * Excludes statements that bind a connection to a tenant: repeating them would change the connection without
 * the pool's knowledge.
 */
const isQuestion = ({ text }: Asked) =>
  /^\s*(select|with)\b/i.test(text) && !/set_config\(/i.test(text)

/** Without quotes and values, the text is equal on both databases. */
const plain = (text: string) =>
  text.replaceAll(/[`"]/g, '').replaceAll(/\$\d+/g, '?').replaceAll(/\s+/g, ' ')

const toldBy = ({ name, statement }: Scan) => `${name}: ${statement}`

const described = (scan: Scan) => {
  const { rows, pages, plan } = scan.reading
  return `${toldBy(scan)}\n  looks at ${rows} rows and ${Math.round(pages ?? 0)} pages by: ${plan}\n  GET ${decodeURIComponent(scan.path)}`
}

test.group(`Reading requests on ${manyRows} rows`, (group) => {
  let grown: GrownInstallation
  let operations: Operation[]
  let trace: DriverTrace
  let meter: Meter

  group.setup(async () => {
    grown = await grownInstallation()
    operations = (await pluginHost.use().operations()).filter(
      ({ method, live, access }) => method === 'GET' && !live && access !== 'public'
    )
    meter = meterOf(grown.app.database)
    trace = new DriverTrace()
    return async () => {
      trace.stop()
      meter.close()
      await grown.stop()
    }
  })

  const ofTenant =
    (caller: Caller): CallerOf =>
    ({ access }) =>
      access === 'operator' ? undefined : caller
  const ofOperator: CallerOf = ({ access }) => (access === 'tenant' ? undefined : grown.operator)
  const isOfFiles = ({ path }: Operation) => path.startsWith('/api/assets')
  const scans: Scan[] = []
  /** One test per third of the operations. */
  const inShares = (who: string, of: (some: Operation[]) => Promise<Scan[]>) =>
    Object.fromEntries(
      [0, 1, 2].map((share) => [
        `${who}, share ${share + 1} of 3,`,
        () => of(operations.filter((_, index) => index % 3 === share)),
      ])
    )

  /** Statements with values that were already measured. Instants differ each time. */
  const known = new Set<string>()

  function isNew({ text, values }: Asked): boolean {
    const key = `${text} ${JSON.stringify(values).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '?')}`
    return !known.has(key) && Boolean(known.add(key))
  }

  async function scansOf(question: Question, as: Caller): Promise<Scan[]> {
    trace.asked.length = 0
    const reply = await grown.app.call('GET', question.path, { as })
    // The start of an id may match too many rows, and a missing folder has no list.
    const isAnswer = reply.status < 400 || reply.status === 404 || question.path.includes('*')
    if (!isAnswer) {
      throw new Error(`${question.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    }
    const heard = trace.asked.filter((one) => isQuestion(one) && isNew(one))
    const scans: Scan[] = []
    for (const one of heard) {
      const reading = await meter.read(one)
      if (isScan(reading)) scans.push({ ...question, statement: plain(one.text), reading })
    }
    return scans
  }

  async function scansFor(
    callerOf: CallerOf,
    own: FurnishedTenant,
    asked = operations
  ): Promise<Scan[]> {
    const scans: Scan[] = []
    for (const operation of asked) {
      const as = callerOf(operation)
      if (!as) continue
      for (const question of await questionsOf(grown.app, operation, as, own)) {
        scans.push(...(await scansOf(question, as)))
      }
    }
    return scans
  }

  test('every table is declared as growing or small, and the growing ones have many rows', async ({
    assert,
  }) => {
    const names = await asOperator('look at all tables', () => unscoped().getAllTables(['public']))
    const described = names.filter((name) => !isSearchIndex(name))
    assert.sameMembers(described, [...Object.keys(growing), ...Object.keys(small)])
    for (const table of Object.keys(growing)) {
      const [row] = await asOperator('count', () => unscoped().from(table).count('* as total'))
      assert.isAtLeast(Number(row.total), manyRows, table)
    }
  })

  /**
   * Red when an index of a list is dropped, and on SQLite without fixed statistics
   * (kernel/database/sqlite/table_figures.ts): ids are then searched in all rows of a tenant.
   */
  for (const [who, scansOfAll] of Object.entries({
    'a large tenant, files': () =>
      scansFor(ofTenant(grown.large.admin), grown.large, operations.filter(isOfFiles)),
    ...inShares('a large tenant, all else', (some) =>
      scansFor(
        ofTenant(grown.large.admin),
        grown.large,
        some.filter((one) => !isOfFiles(one))
      )
    ),
    ...inShares('a new tenant', (some) => scansFor(ofTenant(grown.small.admin), grown.small, some)),
    'the operator': () => scansFor(ofOperator, grown.large),
  })) {
    test(`no scan of a growing table for ${who}`, async ({ assert }) => {
      const found = await scansOfAll()
      scans.push(...found)
      const unallowed = found.filter((scan) => !allowed.some(({ is }) => is.test(toldBy(scan))))
      assert.isEmpty(unallowed, `\n${unallowed.map(described).join('\n\n')}\n`)
    })
  }

  // A count up to ten thousand is also a scan of a small table: only many rows show the difference.
  test('every allowed scan happens', ({ assert }) => {
    const present = allowed.filter(
      ({ only = testDatabase, sometimes }) => only === testDatabase && !sometimes
    )
    const past = present.filter(({ is }) => !scans.some((scan) => is.test(toldBy(scan))))
    const names = past.map(({ name }) => name)
    assert.isEmpty(
      names,
      `Allowed, but no longer there: ${names.join('; ')}. Remove it from the list.`
    )
  }).tags(['long'])

  test('the requests ran statements: the trace records them', ({ assert }) => {
    assert.isAbove(known.size, 500)
  })
})
