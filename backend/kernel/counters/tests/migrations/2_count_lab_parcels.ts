import { Schema } from '../../../database/index.js'

export default class extends Schema {
  override async up() {
    this.counted(
      'lab_parcels',
      { counter: 'lab.all', hour: 'created_at' },
      {
        counter: 'lab.sent',
        when: { state: ['sent', "it's", 'back'] },
        by: 'state',
        hour: 'sent_at',
        sum: 'weight',
      },
      { counter: 'lab.held', when: { is_held: true, lost_at: null } },
      { counter: 'lab.begun', when: { state: { not: "it's" } } },
      { counter: 'lab.places', by: ['route_id', 'state'], hour: 'created_at', sum: 'weight' }
    )
  }

  override async down() {
    this.notCounted('lab_parcels', 'lab.all', 'lab.sent', 'lab.held', 'lab.begun', 'lab.places')
  }
}
