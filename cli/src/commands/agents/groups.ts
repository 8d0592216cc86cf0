import type { AgentGroup, AgentProfile } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { wholeNumber } from '../../output/limit.js'
import { findRecord } from '../../records/find.js'
import { listRecords } from '../../records/verbs.js'
import type { RecordKind } from '../../records/kind.js'

export const groupKind: RecordKind<AgentGroup> = {
  noun: 'agents groups',
  one: 'agent group',
  path: '/api/desktop-agents/groups',
  columns: [
    { title: 'Name', text: ({ name }) => name },
    { title: 'Agents', text: ({ agents }) => String(agents) },
    { title: 'Upload', text: ({ profile }) => speed(profile.uploadKbps) },
    { title: 'Download', text: ({ profile }) => speed(profile.downloadKbps) },
    { title: 'Hours', text: ({ profile }) => hours(profile.activeHours) },
    { title: 'Commands', text: ({ profile }) => profile.allowedCommands?.join(', ') ?? 'all' },
    { title: 'Id', text: ({ id }) => id, onlyPiped: true },
  ],
  about: ({ agents }) => `${agents} agents`,
  loses: ({ agents }) => (agents === 0 ? '' : `; its ${agents} agents continue without limits`),
}

export interface GroupOptions {
  name?: string
  upload?: string
  download?: string
  commands?: string
  hours?: string
  days?: string
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const unbound: AgentProfile = {
  uploadKbps: null,
  downloadKbps: null,
  allowedCommands: null,
  activeHours: null,
}

export const listGroups = (factory: Factory): Promise<void> => listRecords(factory, groupKind)

export async function createGroup(
  factory: Factory,
  name: string,
  options: GroupOptions
): Promise<void> {
  const profile = profileOf(unbound, options)
  const group = await (await factory.api()).post<AgentGroup>(groupKind.path, { name, profile })
  if (factory.flags.json) return factory.printJson(group)
  factory.say(`Created the group ${group.name}.`)
}

export async function updateGroup(
  factory: Factory,
  typed: string,
  options: GroupOptions
): Promise<void> {
  const api = await factory.api()
  const { id, profile } = await findRecord(api, groupKind, typed)
  const name = options.name === undefined ? {} : { name: options.name }
  const group = await api.put<AgentGroup>(`${groupKind.path}/${id}`, {
    ...name,
    profile: profileOf(profile, options),
  })
  if (factory.flags.json) return factory.printJson(group)
  factory.say(`Changed the group ${group.name}.`)
}

/** Merges the flags into the group's current profile. */
function profileOf(
  before: AgentProfile,
  { upload, download, commands, hours: typedHours, days }: GroupOptions
): AgentProfile {
  return {
    uploadKbps: rate('--upload', upload, before.uploadKbps),
    downloadKbps: rate('--download', download, before.downloadKbps),
    allowedCommands:
      commands === undefined
        ? before.allowedCommands
        : commands === 'all'
          ? null
          : (commands.split(',').map((one) => one.trim()) as AgentProfile['allowedCommands']),
    activeHours: activeHours(before.activeHours, typedHours, days),
  }
}

const rate = (flag: string, typed: string | undefined, before: number | null) =>
  typed === undefined ? before : typed === 'none' ? null : wholeNumber(flag, typed)

function activeHours(
  before: AgentProfile['activeHours'],
  typed: string | undefined,
  typedDays: string | undefined
): AgentProfile['activeHours'] {
  if (typed === 'always') return null
  const span = typed === undefined ? before : hoursIn('--hours', typed)
  if (!span && typedDays !== undefined) {
    throw new UsageError('--days needs --hours.', 'Add the time range: --hours 18:00-06:00.')
  }
  return span && { from: span.from, to: span.to, days: daysIn(typedDays, before?.days) }
}

/** @throws UsageError */
export function hoursIn(flag: string, typed: string): { from: string; to: string } {
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(typed) ?? []
  if (from && to) return { from, to }
  throw new UsageError(`${flag} "${typed}" is not a time range.`, 'Write it as 18:00-06:00.')
}

function daysIn(typed: string | undefined, before = everyDay): number[] {
  if (typed === undefined) return before
  return typed.split(',').map((day) => {
    const number = Number(day)
    if (/^[0-6]$/.test(day.trim())) return number
    throw new UsageError(`--days "${typed}" contains "${day}". Days are 0 (Sunday) to 6.`)
  })
}

const speed = (kbps: number | null) => (kbps === null ? 'unlimited' : `${kbps} kbit/s`)

const hours = (span: AgentProfile['activeHours']) =>
  span === null ? 'always' : `${span.from}-${span.to}${dayList(span.days)}`

const dayNames = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']

const dayList = (days: number[]) =>
  days.length === everyDay.length ? '' : ` ${days.map((day) => dayNames[day]).join(', ')}`
