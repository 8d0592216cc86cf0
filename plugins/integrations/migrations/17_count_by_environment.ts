import { Schema } from '@crossdock/kernel/database'

/** The figures of the integrations screen and the dashboard, of each environment or as they were of the tenant. */
export default class extends Schema {
  override async up() {
    this.#count({ by: 'environment_id' })
  }

  override async down() {
    this.#count({})
  }

  #count(by: { by?: string }): void {
    for (const [table, name] of [
      ['external_systems', 'integrations.systems'],
      ['api_endpoints', 'integrations.endpoints'],
    ] as const) {
      this.notCounted(table, name, `${name}_active`)
      this.counted(
        table,
        { counter: name, ...by },
        { counter: `${name}_active`, when: { is_active: true }, ...by }
      )
    }
  }
}
