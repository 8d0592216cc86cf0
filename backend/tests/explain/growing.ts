import { name, orderedId, random, time } from '../../bench/fill_tenant.js'
import type { Expressions } from '../../bench/row_copies.js'
import { size } from '@crossdock/kernel/testing'
import type { FurnishedTenant } from '../matrix/furnished_tenant.js'

/** Rows of one tenant in each table that grows. */
export const manyRows = size({ quick: 3_000, full: 100_000 })

interface Growth {
  /** The real row that is copied. */
  of: (made: FurnishedTenant) => Record<string, string>
  /** The columns that differ between copies, so that they look like the rows of a month. */
  differ: Record<string, Expressions>
}

const same = (sql: string): Expressions => ({ sqlite: sql, postgres: sql })
const when = (condition: string, then: Expressions): Expressions => ({
  sqlite: `case when ${condition} then ${then.sqlite} end`,
  postgres: `case when ${condition} then ${then.postgres} end`,
})
/** The outputs of steps and calls would fill the disk. */
const nothing = same('null')
const text = (value: string): Expressions => same(`'${value}'`)
const choose = (condition: string, then: string, otherwise: string): Expressions =>
  same(`case when ${condition} then '${then}' else '${otherwise}' end`)
/** A unique text for each row. */
const numbered = (before: string, behind = ''): Expressions => ({
  sqlite: `printf('${before}%06d${behind}', i)`,
  postgres: `'${before}' || lpad(i::text, 6, '0') || '${behind}'`,
})

const tagText: Expressions = {
  sqlite: "printf('tag %04d', i % 5000)",
  postgres: "'tag ' || lpad((i % 5000)::text, 4, '0')",
}

const id = (salt: number) => orderedId(salt, manyRows)
const at = time(manyRows)
const [asset, run] = [id(1), id(2)]

/**
 * The tables that grow with normal use: a query for a person must not scan them. Every new table belongs here
 * or into `small`.
 */
export const growing: Record<string, Growth> = {
  assets: {
    of: ({ ids }) => ({ id: ids.asset! }),
    differ: {
      id: asset,
      name,
      created_at: at,
      updated_at: at,
      file_modified_at: at,
      size: same('i'),
      type: choose('i % 4 = 0', 'folder', 'file'),
      trashed_at: when('i % 101 = 0', at),
    },
  },
  // All rows belong to one file.
  asset_versions: {
    of: ({ ids }) => ({ asset_id: ids.asset!, version: '1' }),
    differ: { id: id(3), version: same('i + 2'), created_at: at },
  },
  // About twenty rows per tag.
  asset_tags: {
    of: ({ ids }) => ({ asset_id: ids.asset!, tag: 'invoice' }),
    differ: {
      id: id(1),
      asset_id: asset,
      created_at: at,
      tag: tagText,
      tag_key: tagText,
    },
  },
  asset_metadata: {
    of: ({ ids }) => ({ asset_id: ids.asset!, key: 'amount' }),
    differ: { id: id(1), asset_id: asset, created_at: at, number_value: same('i') },
  },
  // Nearly all rows belong to one person, who stars everything.
  asset_stars: {
    of: ({ ids }) => ({ asset_id: ids.asset! }),
    differ: { id: id(1), asset_id: asset, created_at: at },
  },
  contents: {
    of: ({ id: tenant_id }) => ({ tenant_id }),
    differ: { id: numbered('0'.repeat(58)), created_at: at },
  },
  content_chunks: {
    of: ({ id: tenant_id }) => ({ tenant_id }),
    differ: { hash: numbered('0'.repeat(58)), created_at: at },
  },
  thumbnails: {
    of: ({ id: tenant_id }) => ({ tenant_id }),
    differ: { id: id(0), source_id: numbered('0'.repeat(58)), created_at: at },
  },
  closed_remains: {
    of: ({ id: tenant_id }) => ({ tenant_id }),
    differ: { id: id(0), asset_id: random, created_at: at },
  },
  flow_execution_history: {
    of: ({ ids }) => ({ id: ids.execution! }),
    differ: {
      id: run,
      execution_id: random,
      created_at: at,
      started_at: at,
      completed_at: at,
      status: same(
        "case when i % 1000 = 0 then 'running' when i % 100 = 0 then 'failed' else 'completed' end"
      ),
      trigger_type: choose('i % 3 = 0', 'manual', 'file_event'),
      asset_id: asset,
      started_event_id: id(8),
      context_data: text('{}'),
    },
  },
  flow_step_results: {
    of: ({ ids }) => ({ run_id: ids.execution! }),
    differ: { id: id(4), run_id: run, token: random, created_at: at, output: nothing },
  },
  flow_approvals: {
    of: ({ ids }) => ({ id: ids.approval! }),
    differ: {
      id: id(21),
      run_id: run,
      token: random,
      created_at: at,
      status: same(
        "case when i % 1000 = 0 then 'open' when i % 100 = 0 then 'withdrawn' else 'approved' end"
      ),
    },
  },
  flow_approval_people: {
    of: ({ ids }) => ({ approval_id: ids.approval! }),
    differ: { id: id(22), approval_id: id(21), created_at: at },
  },
  webhook_deliveries: {
    of: ({ ids }) => ({ id: ids.outboundWebhook! }),
    differ: {
      id: id(31),
      event_id: id(8),
      created_at: at,
      ended_at: at,
      status: choose('i % 100 = 0', 'failed', 'delivered'),
      event_type: choose('i % 7 = 0', 'file_update', 'file_upload'),
    },
  },
  integration_logs: {
    of: ({ ids }) => ({ id: ids.log! }),
    differ: {
      id: id(5),
      execution_id: random,
      created_at: at,
      asset_id: asset,
      duration: same('i % 1000'),
      request_data: nothing,
      response_data: nothing,
      status: choose('i % 100 = 0', 'error', 'success'),
    },
  },
  webhook_requests: {
    of: ({ ids }) => ({ id: ids.webhookRequest! }),
    differ: {
      id: id(5),
      created_at: at,
      execution_id: random,
      workflow_id: same("'none'"),
      body: nothing,
      message_key: nothing,
      outcome: choose('i % 100 = 0', 'paused', 'accepted'),
    },
  },
  command_queue: {
    of: ({ ids }) => ({ id: ids.agentCommand! }),
    differ: {
      id: id(5),
      created_at: at,
      due_at: at,
      timeout_at: at,
      completed_at: at,
      status: choose('i % 100 = 0', 'failed', 'completed'),
    },
  },
  sync_runs: {
    of: ({ ids }) => ({ contract_id: ids.syncContract! }),
    differ: {
      id: id(5),
      created_at: at,
      started_at: at,
      ended_at: at,
      status: choose('i % 100 = 0', 'failed', 'completed'),
      trigger: choose('i % 100 = 0', 'manual', 'continuous'),
    },
  },
  sync_conflicts: {
    of: ({ ids }) => ({ id: ids.syncConflict! }),
    differ: {
      id: id(5),
      key: random,
      created_at: at,
      opened_at: at,
      applied_at: at,
      path: numbered('folder/file'),
      state: choose('i % 100 = 0', 'open', 'resolved'),
    },
  },
  sync_kept: {
    of: ({ ids }) => ({ id: ids.syncKept! }),
    differ: {
      id: id(5),
      content_hash: random,
      created_at: at,
      kept_until: at,
      path: numbered('folder/file'),
      reason: choose('i % 100 = 0', 'deleted', 'overwritten'),
    },
  },
  activity_logs: {
    of: ({ ids }) => ({ entity_id: ids.asset!, event_type: 'file_upload' }),
    differ: { id: id(6), entity_id: asset, created_at: at },
  },
  audit_entries: {
    of: ({ ids }) => ({ target_id: ids.asset!, event_type: 'file_upload' }),
    differ: { id: id(8), seq: same(`i - ${2 * manyRows}`), target_id: asset, created_at: at },
  },
  middleware_events: {
    of: ({ ids }) => ({ target_id: ids.asset!, event_type: 'file_upload' }),
    // Older than all other events, so that no consumer still has to handle them.
    differ: {
      id: id(8),
      seq: same(`i - ${2 * manyRows}`),
      target_id: asset,
      root_id: id(8),
      cause_id: id(2),
      created_at: at,
      event_type: choose('i % 100 = 0', 'metadata_change', 'file_upload'),
    },
  },
  jobs: {
    of: ({ ids }) => ({ id: ids.failedJob! }),
    differ: { id: id(7), created_at: at, run_at: at, failed_at: at },
  },
  parked_events: {
    of: ({ ids }) => ({ id: ids.parkedEvent! }),
    differ: { id: id(9), event_id: id(8), created_at: at, tried_at: at },
  },
  notices: {
    of: ({ ids }) => ({ id: ids.notice! }),
    differ: { id: id(5), bundle: id(5), event_id: id(8), created_at: at },
  },
  // All rows belong to one person.
  notifications: {
    of: ({ ids }) => ({ id: ids.notification! }),
    differ: {
      id: id(0),
      notice_id: id(5),
      created_at: at,
      read_at: when('i % 20 <> 0', at),
    },
  },
  // All rows belong to one file.
  user_import_rows: {
    of: ({ ids }) => ({ import_id: ids.userImport! }),
    differ: {
      id: id(0),
      line: same('i + 2'),
      email: numbered('row', '@acme.example'),
      outcome: choose('i % 100 = 0', 'error', 'invite'),
    },
  },
  users: {
    of: ({ ids }) => ({ id: ids.user! }),
    differ: {
      id: orderedId(0, manyRows),
      email: numbered('person', '@acme.example'),
      first_name: numbered('First '),
      last_name: numbered('Last '),
      role: choose('i % 100 = 0', 'admin', 'editor'),
      created_at: at,
      updated_at: at,
      last_login_at: at,
    },
  },
}

const byHand = 'people create them one by one: hundreds'
const ends = 'no list reads it, and its rows expire'

/** The other tables, and why they stay small. */
export const small: Record<string, string> = {
  api_contract_template_versions: 'twenty per template',
  backups: 'one row',
  operator_notices: 'an event has one notice an hour, which is deleted after 90 days',
  operator_notifications: 'those notices for at most twenty operators',
  operator_notification_settings: 'a row for each kind and operator',
  api_contract_templates: 'a tenant may have 200, and the operator as many for everyone',
  api_endpoints: byHand,
  asset_visits: 'a hundred per person',
  agent_details: 'one row per agent',
  agent_enrolments: 'no more than agents, for a month',
  agent_groups: byHand,
  agent_rollouts: 'one row per environment',
  audit_chains: 'one row per tenant',
  audit_heads: 'one row per day for an active tenant',
  api_tokens: byHand,
  desktop_agents: 'as many as the environment may have (maxAgents)',
  sync_contracts: 'as many as the environment may have (maxSyncContracts)',
  webhook_subscriptions: 'as many as the environment may have (maxWebhookSubscriptions)',
  webhook_attempts: 'no list reads it: read whole, by delivery',
  sync_skipped: 'read by contract, at most 5,000',
  sync_passes: 'one row per contract',
  sync_sides: 'two rows per contract',
  sync_agreed: 'no list reads it: read whole, by contract',
  sync_entries: 'no list reads it: read whole, by contract and side',
  sync_held: 'no list reads it: files that failed recently',
  sync_work: 'read by contract: pending work of agents',
  egress_allowances: byHand,
  external_systems: byHand,
  flow_event_waits: 'waiting steps, read by event type',
  flow_burst_files: 'files that wait for their run, read by burst',
  flow_file_bursts: 'one row per workflow',
  flow_file_syncs: 'files of running steps, read by step',
  flow_heard_events: 'twenty per workflow',
  folder_permissions: byHand,
  integration_workflow_drafts: byHand,
  integration_workflow_schedules: 'one row per workflow',
  integration_workflow_uses: byHand,
  integration_workflow_versions: byHand,
  integration_workflows: byHand,
  webhook_addresses: byHand,
  oauth_configs: byHand,
  system_authorizations: 'no list reads it, and its rows expire after ten minutes',
  system_circuits: 'one row per system',
  system_grants: 'one row per system',
  system_folder_bindings: byHand,
  system_interaction_flows: 'one row per workflow',
  tenant_environments: byHand,
  tenants: byHand,
  uploads: 'no list reads it: abandoned uploads expire within a week',
  user_imports: 'an organization may have 30 an hour, for a day',
  flow_alerts: 'one row per workflow',
  flow_alert_states: 'three rows per workflow',
  flow_bulk_actions: 'no list reads it: one row per bulk action, for a week',
  flow_rollups: 'aggregated: some dozen points per workflow, step and period',
  user_import_pieces: 'no list reads it: 64 rows per file, until it is read',
  shares: 'created manually; ended ones are deleted after 90 days',
  share_downloads: 'no list reads it: one row per download, for some hours',
  sharing_rules: 'one row per tenant',
  sign_in_rules: 'one row per tenant',
  tenant_branding: 'one row per tenant',
  tenant_logos: 'one row per tenant',
  passkeys: byHand,
  known_devices: 'some dozens per person',
  notification_settings: 'one row per person and kind',
  recovery_codes: byHand,
  second_factors: byHand,
  user_preferences: byHand,
  content_epochs: 'one row per tenant',
  environment_alerts: 'two rows per limit and month',
  environment_usage: 'one row per environment and day: a thousand per tenant and year',
  ledger_places: 'one row per process and environment, while it works there',
  ledger_windows: 'one row per limit and environment',
  counters: 'aggregated every hour: some hundred rows per tenant',
  content_draft_parts: 'no list reads it: one row for 32 MiB of an upload, until it ends',
  content_drafts: ends,
  content_leases: ends,
  content_namers: 'one row per plugin',
  content_left_packs: 'no list reads it: packs that a tenant emptied, for a day',
  idempotency_keys: ends,
  magic_tokens: ends,
  environment_promotions: 'the newest 200 per environment',
  promotion_counterparts: 'no list reads it: one row per promoted object, as long as it exists',
  environment_variables: 'at most 500 per environment',
  retention_rules: 'one row per tenant and kind of record',
  retention_runs: 'one row per tenant and kind of record',
  roles: 'at most a hundred per tenant',
  oauth_identities: 'no list reads it: one row per person and provider',
  oauth_logouts: ends,
  oauth_sessions: ends,
  oauth_sign_ins: ends,
  passkey_challenges: ends,
  waiting_sign_ins: ends,
  sessions: 'a few per person, which expire',
  event_cursors: 'one row per consumer',
  health_probe: 'one row',
  demo_requests: 'at most a thousand',
  public_pages: 'one row',
  encryption_keys: 'one row per key',
  installed_plugins: 'one row per plugin',
  job_schedules: 'one row per schedule',
  adonis_schema: 'one row per migration',
  content_holds: 'one row per running backup',
  adonis_schema_versions: 'one row',
}

/**
 * The search tables that `searchable` maintains. They are as long as their table, and only the search reads
 * them.
 */
export const isSearchIndex = (table: string) => /_search(_text(_[a-z]+)?)?$/.test(table)
