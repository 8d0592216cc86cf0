import { Schema } from '@crossdock/kernel/database'

/** The figures of the integrations screen and the dashboard. */
export default class extends Schema {
  override async up() {
    this.counted(
      'external_systems',
      { counter: 'integrations.systems' },
      { counter: 'integrations.systems_active', when: { is_active: true } }
    )
    this.counted(
      'api_endpoints',
      { counter: 'integrations.endpoints' },
      { counter: 'integrations.endpoints_active', when: { is_active: true } }
    )
  }

  override async down() {
    this.notCounted('external_systems', 'integrations.systems', 'integrations.systems_active')
    this.notCounted('api_endpoints', 'integrations.endpoints', 'integrations.endpoints_active')
  }
}
