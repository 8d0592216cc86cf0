import { Schema } from '@crossdock/kernel/database'
import { parseJson } from '@crossdock/kernel/json'

/** A placeholder of earlier versions, with all braces around it. */
const placed = /(\{+)([A-Za-z_][\w-]*(?:\.[\w-]+)*)(\}+)/g

type Change = (braces: number) => number

/** Earlier versions filled the name in the innermost braces, however many braces there were. */
const widen: Change = (braces) => 2 * braces - 1
const narrow: Change = (braces) => (braces % 2 === 1 ? (braces + 1) / 2 : braces)

function changed(text: string, change: Change): string {
  return text.replace(placed, (_, open: string, name: string, close: string) => {
    const braces = Math.min(open.length, close.length)
    const more = change(braces) - braces
    const [before, behind] = [open.length + more, close.length + more]
    return '{'.repeat(before) + name + '}'.repeat(behind)
  })
}

interface Step {
  type?: string
  config?: { params?: unknown }
  branches?: Record<string, Step[]>
}

/** Only the parameters of API calls are templates. */
function changedSteps(steps: readonly Step[], change: Change): Step[] {
  return steps.map((step) => {
    const { type, config, branches } = step
    const params = JSON.stringify(config?.params ?? null)
    return {
      ...step,
      ...(type === 'api_call' && config?.params !== undefined
        ? { config: { ...config, params: parseJson(changed(params, change)) } }
        : {}),
      ...(branches
        ? {
            branches: Object.fromEntries(
              Object.entries(branches).map(([name, inner]) => [name, changedSteps(inner, change)])
            ),
          }
        : {}),
    }
  })
}

const tables = {
  api_endpoints: ['path', 'request_schema'],
  integration_workflows: ['steps'],
  integration_workflow_versions: ['steps'],
} as const

/**
 * Double braces around a name are text from now on. Existing templates still send the same:
 * `{{orderId}}`, which sent a value in braces, becomes `{{{orderId}}}`. In JSON, two opening braces in
 * a row occur only inside strings.
 */
export default class extends Schema {
  override async up() {
    this.#change(widen)
  }

  override async down() {
    this.#change(narrow)
  }

  #change(change: Change): void {
    this.defer(async (client) => {
      for (const [table, columns] of Object.entries(tables)) {
        // Forced row-level security would hide every row from the owner, too.
        if (this.postgres) await client.rawQuery(`alter table ${table} no force row level security`)
        for (const column of columns) {
          const rows: Record<'id' | 'text', string>[] = await client
            .from(table)
            .select('id', `${column} as text`)
            .whereRaw(`cast(${column} as text) like '%{{%'`)
          for (const { id, text } of rows) {
            const next =
              column === 'steps'
                ? JSON.stringify(changedSteps(parseJson(text) as Step[], change))
                : changed(text, change)
            if (next !== text)
              await client
                .from(table)
                .where('id', id)
                .update({ [column]: next })
          }
        }
        if (this.postgres) await client.rawQuery(`alter table ${table} force row level security`)
      }
    })
  }
}
