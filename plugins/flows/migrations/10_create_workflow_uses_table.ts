import { Schema } from '@crossdock/kernel/database'

const uses = 'integration_workflow_uses'
const workflows = 'integration_workflows'

const id = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** What is there already, as `keepUses` would note it. */
const named = {
  postgres: `
    insert into ${uses} (id, tenant_id, created_at, workflow_id, used_id)
    select gen_random_uuid()::text, tenant_id, updated_at, id, used_id from (
      select distinct workflow.tenant_id, workflow.updated_at, workflow.id, lower(found[1]) as used_id
      from ${workflows} workflow, regexp_matches(steps::text, '"(${id})"', 'gi') found) named`,
  sqlite: `
    insert into ${uses} (id, tenant_id, created_at, workflow_id, used_id)
    select lower(hex(randomblob(16))), tenant_id, updated_at, id, used_id from (
      select distinct workflow.tenant_id, workflow.updated_at, workflow.id, lower(part.atom) as used_id
      from ${workflows} workflow, json_tree(workflow.steps) part
      where part.type = 'text' and part.atom like '________-____-____-____-____________'
        and lower(part.atom) not glob '*[^0-9a-f-]*') named`,
}

/** What the steps of workflows name, found by an index. Rows go with their workflow, and so with the tenant. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      uses,
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.string('used_id', 36).notNullable()
        table.unique(['workflow_id', 'used_id'])
        table.index(['tenant_id', 'used_id', 'workflow_id'], 'integration_workflow_uses_of')
      },
      { references: { workflow_id: workflows } }
    )
    this.changeRows([uses, workflows], this.postgres ? named.postgres : named.sqlite)
  }

  override async down() {
    this.schema.dropTable(uses)
  }
}
