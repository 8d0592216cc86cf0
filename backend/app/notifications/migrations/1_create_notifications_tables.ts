import { Schema } from '@crossdock/kernel/database'

/**
 * What is told (notices), whom it is told (notifications), and where people want to be told. What is told goes with its
 * tenant and after its time (`keptNotifications`), and takes with it whom it was told; both others go with their person, too.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable('notices', (table) => {
      table.string('kind', 60).notNullable()
      // The event, or what several of an hour have in common.
      table.string('bundle', 200).notNullable()
      table.integer('count').notNullable().defaultTo(1)
      // The newest event.
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
        // What it names, and whether that is closed to somebody is asked anew each time.
        table.string('about_type', 50).nullable()
        table.string('about_id', 64).nullable()
        table.boolean('in_console').notNullable()
        // Since when a mail is due.
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

  override async down() {
    this.schema.dropTable('notification_settings')
    this.schema.dropTable('notifications')
    this.schema.dropTable('notices')
  }
}
