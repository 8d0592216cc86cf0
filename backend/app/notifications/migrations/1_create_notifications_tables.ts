import { Schema } from '@crossdock/kernel/database'

/**
 * Notices, their notifications of people, and the settings of people. Notices are deleted with their tenant and by
 * retention (`keptNotifications`), and notifications with their notice. A person's deletion deletes their
 * notifications and settings.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('notices', (table) => {
      table.string('kind', 60).notNullable()
      // The id of the event, or the key of equal events within an hour.
      table.string('bundle', 200).notNullable()
      table.integer('count').notNullable().defaultTo(1)
      // The following columns describe the newest event.
      table.string('event_id', 36).notNullable()
      table.string('event_type', 100).notNullable()
      table.string('entity_type', 50).nullable()
      table.string('entity_id', 64).nullable()
      this.json(table, 'payload').notNullable()
      table.unique(['tenant_id', 'kind', 'bundle'])
      table.index(['tenant_id', 'created_at', 'id'])
    })
    this.createTenantTable(
      'notifications',
      (table) => {
        table.string('notice_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.string('kind', 60).notNullable()
        // The object that the notice names. Reading checks each time whether it is closed to the person.
        table.string('about_type', 50).nullable()
        table.string('about_id', 64).nullable()
        table.boolean('in_console').notNullable()
        // When the mail became due.
        this.instant(table, 'mail_due_at').nullable()
        this.instant(table, 'read_at').nullable()
        table.unique(['tenant_id', 'notice_id', 'user_id'])
        table.index(['tenant_id', 'user_id', 'created_at', 'id'])
        table.index(['tenant_id', 'user_id', 'read_at', 'created_at'], 'notifications_unread')
      },
      { references: { notice_id: 'notices', user_id: 'users' } }
    )
    this.createTenantTable(
      'notification_settings',
      (table) => {
        table.string('user_id', 36).notNullable()
        table.string('kind', 60).notNullable()
        table.boolean('console').notNullable()
        table.boolean('mail').notNullable()
        table.unique(['tenant_id', 'user_id', 'kind'])
      },
      { references: { user_id: 'users' } }
    )
  }
}
