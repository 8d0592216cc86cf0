import type { scheduleModes } from '../model.js'
import {
  type Bandwidth,
  type ConflictOption,
  type EndConfig,
  type EndType,
  type SideName,
  type SyncContract,
} from '../model.js'

/** The values of the contract dialog: lists as comma-separated text. */
export interface ContractForm {
  name: string
  description: string | null
  sourceType: EndType
  sourceConfig: EndConfig
  targetType: EndType
  targetConfig: EndConfig
  conflictResolution: ConflictOption
  syncRules: {
    fileTypes: string | null
    excludePatterns: string | null
    folders: string | null
    bidirectional: boolean
    deletes: boolean
    maxDeletions: number | null
    maxDeletionPercent: number
  }
  scheduleConfig: {
    mode: (typeof scheduleModes)[number]
    cron: string | null
    timezone: string | null
    events: string[] | null
  }
  bandwidth: Bandwidth[]
  isActive: boolean
}

/** Splits at commas, and trims. */
export const splitList = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const joined = (list: readonly string[] | null | undefined) => (list ?? []).join(', ')

const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function toForm(contract?: SyncContract): ContractForm {
  const { syncRules: rules, scheduleConfig: schedule } = contract ?? {}
  return {
    name: contract?.name ?? '',
    description: contract?.description ?? null,
    sourceType: contract?.sourceType ?? 'local_folder',
    sourceConfig: endOf(contract, 'source'),
    targetType: contract?.targetType ?? 'asset_folder',
    targetConfig: endOf(contract, 'target'),
    conflictResolution: contract?.conflictResolution ?? 'timestamp',
    syncRules: {
      fileTypes: joined(rules?.fileTypes),
      excludePatterns: joined(rules?.excludePatterns),
      folders: joined(rules?.folders),
      bidirectional: rules?.bidirectional ?? false,
      deletes: rules?.deletes ?? true,
      maxDeletions: rules ? rules.maxDeletions : 50,
      maxDeletionPercent: rules?.maxDeletionPercent ?? 10,
    },
    scheduleConfig: {
      mode: schedule?.mode ?? 'continuous',
      cron: schedule?.cron ?? '*/15 * * * *',
      timezone: schedule?.timezone ?? hereZone(),
      events: schedule?.events ?? [],
    },
    bandwidth: contract?.bandwidth ?? [],
    isActive: contract?.isActive ?? true,
  }
}

// The agent input identifies agents by their id.
function endOf(contract: SyncContract | undefined, side: SideName): EndConfig {
  const { path = '', clientId, systemId } = contract?.[`${side}Config`] ?? {}
  const agentId = contract?.sides[side].agentId ?? clientId
  return { path, clientId: agentId ?? null, systemId: systemId ?? null }
}

/** The request body. An end includes only the fields of its type. */
export function toBody(form: ContractForm, tenantId: string | undefined) {
  const { syncRules: rules, scheduleConfig: schedule } = form
  return {
    tenantId,
    name: form.name,
    description: form.description || null,
    sourceType: form.sourceType,
    sourceConfig: configOf(form.sourceType, form.sourceConfig),
    targetType: form.targetType,
    targetConfig: configOf(form.targetType, form.targetConfig),
    conflictResolution: form.conflictResolution,
    syncRules: {
      fileTypes: splitList(rules.fileTypes),
      excludePatterns: splitList(rules.excludePatterns),
      folders: splitList(rules.folders),
      bidirectional: rules.bidirectional,
      deletes: rules.deletes,
      maxDeletions: rules.maxDeletions ?? null,
      maxDeletionPercent: rules.maxDeletionPercent,
    },
    scheduleConfig: {
      mode: schedule.mode,
      ...(schedule.mode === 'schedule'
        ? { cron: schedule.cron, timezone: schedule.timezone || 'UTC' }
        : {}),
      ...(schedule.events?.length ? { events: schedule.events } : {}),
    },
    bandwidth: form.bandwidth.map(({ from, to, kbps }) => ({ from, to, kbps })),
    isActive: form.isActive,
  }
}

const configOf = (type: EndType, { path, clientId, systemId }: EndConfig) => ({
  path,
  ...(type === 'local_folder' && clientId ? { clientId } : {}),
  ...(type === 'external_system' && systemId ? { systemId } : {}),
})

/** Server fields whose messages appear at an input of another name. */
export const contractInputs: (readonly [RegExp | string, string])[] = [
  [/^syncRules\.fileTypes.*/, 'syncRules.fileTypes'],
  [/^syncRules\.excludePatterns.*/, 'syncRules.excludePatterns'],
  [/^syncRules\.folders.*/, 'syncRules.folders'],
  [/^scheduleConfig\.events.*/, 'scheduleConfig.events'],
]
