import vine from '@vinejs/vine'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { newId, now, transaction, unscoped } from '../../database/index.js'
import { asOperator, currentTenantId } from '../../tenancy/index.js'
import { Answer, door, httpStages, operation, type Input } from '../../http/index.js'
import { answerShape } from '../../shapes/index.js'
import { conflict } from '../../ground/index.js'
import { text } from '../../ground/text.js'

const body = vine.create({ name: vine.string(), length: vine.number().optional() })
const response = answerShape('LabThing', { name: vine.string(), text: vine.string() })

/** Requests that wait at a gate until it is opened, by name. */
const gates = new Map<string, { opened: Promise<void>; open: () => void; reached: boolean }>()

/** Makes every request of this name wait; open the returned gate to release them. */
export function shut(name: string) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const gate = { opened, open, reached: false }
  gates.set(name, gate)
  return gate
}

async function pass(name: string): Promise<void> {
  const gate = gates.get(name)
  if (!gate) return
  gate.reached = true
  await gate.opened
}

/** Names of the started requests. */
export const begun: string[] = []
/** The stages around the work, in order. */
export const around: string[] = []

type LabInput = Input<typeof body>

const insert = async (name: string) =>
  unscoped()
    .insertQuery()
    .table('lab_effects')
    .insert({ id: newId(), tenant_id: currentTenantId(), created_at: now(), name })

const store = (name: string) => transaction(() => insert(name))

class Lab {
  async make({ body: { name, length = 1 } }: LabInput) {
    begun.push(name)
    await pass(name)
    await store(name)
    return new Answer(
      201,
      { name, text: 'x'.repeat(length) },
      { 'x-lab': 'kept', 'cache-control': 'no-store' }
    )
  }

  /** In the scope of all tenants, like operators' actions. */
  async widely({ body: { name } }: LabInput) {
    const tenantId = currentTenantId()
    await asOperator('the laboratory works for all tenants', () =>
      transaction(() =>
        unscoped()
          .insertQuery()
          .table('lab_effects')
          .insert({ id: newId(), tenant_id: tenantId, created_at: now(), name })
          .then(() => undefined)
      )
    )
    return { name, text: '' }
  }

  /** Refused until a second request of that name. */
  async refuse({ body: { name } }: LabInput) {
    begun.push(name)
    if (begun.filter((one) => one === name).length < 2) throw conflict('E_LAB', text('Not yet.'))
    await store(name)
    return { name, text: '' }
  }

  /** The first transaction is rolled back, the second one commits; then it fails. */
  async fail({ body: { name } }: LabInput): Promise<{ name: string; text: string }> {
    begun.push(name)
    await transaction(async () => {
      await insert(`${name} taken back`)
      throw new Error('taken back')
    }).catch(() => undefined)
    await store(name)
    throw new Error('failed after the commit')
  }

  async twice({ body: { name } }: LabInput) {
    await Promise.all([store(name), store(name)])
    return { name, text: '' }
  }

  /** Writes nothing. */
  async idle({ body: { name, length = 0 } }: LabInput) {
    begun.push(name)
    return { name, text: 'x'.repeat(length) }
  }

  async nothing({ body: { name } }: LabInput) {
    begun.push(name)
    await store(name)
  }
}

const lab = async () => ({ default: Lab })
const made = { summary: 'Work in the laboratory', body, response, refusals: [409] }

/** Operations that cover every kind of work. */
export const laboratory = definePlugin({
  name: 'laboratory',
  version: '1.0.0',
  compatibility: '^0.1',
  migrations: ['backend/kernel/idempotency/tests/migrations'],
  contributes: [
    contribute(httpStages, (stages) =>
      stages.add('lab', {
        at: 'act',
        async around({ operation: { path } }, next) {
          around.push(path)
          await next()
        },
      })
    ),
  ],
  operations: async () => ({
    default: [
      operation(
        'POST /lab/make',
        { ...made, permission: { name: 'assets.write' }, status: 201, location: '/api/lab/{name}' },
        lab,
        'make'
      ),
      operation('POST /lab/widely', made, lab, 'widely'),
      operation('POST /lab/refuse', made, lab, 'refuse'),
      operation('POST /lab/fail', made, lab, 'fail'),
      operation('POST /lab/twice', made, lab, 'twice'),
      operation('POST /lab/idle', made, lab, 'idle'),
      operation('POST /lab/nothing', { summary: 'Work in silence', body }, lab, 'nothing'),
      operation('PUT /lab/idle', made, lab, 'idle'),
      door('POST /lab', { ...made, access: 'public' }, lab, 'idle'),
    ],
  }),
})
