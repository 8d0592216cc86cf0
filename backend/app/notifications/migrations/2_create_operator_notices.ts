import { Schema } from '@crossdock/kernel/database'

/**
 * Notifications of operators: like those of people, but without a tenant. A condition, such as a full disk, has one
 * notice, which ends with it. Notices are deleted after 90 days (`pruneOperatorNotices`) or with the tenant they
 * are about; notifications are deleted with their notice.
 */
export default class extends Schema {
  override async up() {
    this.schema.createTable('operator_notices', (table) => {
      table.string('id', 36).primary()
      this.instant(table, 'created_at').notNullable()
      table.string('kind', 60).notNullable()
      table.string('bundle', 200).notNullable()
      table.integer('count').notNullable().defaultTo(1)
      table.string('event_type', 100).notNullable()
      table.string('entity_type', 50).nullable()
      table.string('entity_id', 64).nullable()
      this.json(table, 'payload').notNullable()
      // Deleting the tenant that the notice is about deletes the notice.
      const tenant = table.string('about_tenant_id', 36).nullable()
      tenant.references('id').inTable('tenants').onDelete('CASCADE')
      table.index(['about_tenant_id'])
      // For conditions only: the key, and the end.
      table.string('standing', 200).nullable()
      this.instant(table, 'ended_at').nullable()
      table.unique(['kind', 'bundle'])
      table.index(['kind', 'standing', 'ended_at'])
      table.index(['created_at', 'id'])
    })
    this.schema.createTable('operator_notifications', (table) => {
      table.string('id', 36).primary()
      this.instant(table, 'created_at').notNullable()
      const notice = table.string('notice_id', 36).notNullable()
      notice.references('id').inTable('operator_notices').onDelete('CASCADE')
      const user = table.string('user_id', 36).notNullable()
      user.references('id').inTable('users').onDelete('CASCADE')
      table.string('kind', 60).notNullable()
      table.boolean('in_console').notNullable()
      this.instant(table, 'mail_due_at').nullable()
      this.instant(table, 'read_at').nullable()
      table.unique(['notice_id', 'user_id'])
      table.index(['user_id', 'created_at', 'id'])
      table.index(['user_id', 'read_at', 'created_at'])
    })
    this.schema.createTable('operator_notification_settings', (table) => {
      table.string('id', 36).primary()
      this.instant(table, 'created_at').notNullable()
      const user = table.string('user_id', 36).notNullable()
      user.references('id').inTable('users').onDelete('CASCADE')
      table.string('kind', 60).notNullable()
      table.boolean('console').notNullable()
      table.boolean('mail').notNullable()
      table.unique(['user_id', 'kind'])
    })
  }
}
