import type { AuditEntry, AuditEventType, User } from '@crossdock/client'
import {
  EmptyState,
  ResourceList,
  usePermissions,
  useRead,
  useSession,
  type ListColumn,
  type ListFilter,
} from '@crossdock/admin/kit'
import { ShieldCheck } from 'lucide-react'
import { useTranslate, type RaRecord } from 'ra-core'
import { ExactTime } from './ExactTime.js'
import { ExportButtons } from './ExportButtons.js'
import { usePersonInFilter } from './one_person.js'
import { useKindName, useEntryText, useActorName } from './entry_texts.js'

interface AuditListProps {
  onOpen: (entry: AuditEntry) => void
}

/** Audit entries with filters by person, event and time. Each opens with its sealed details. */
export function AuditList({ onOpen }: AuditListProps) {
  const translate = useTranslate()
  return (
    <ResourceList<AuditEntry>
      log
      resource="audit"
      label={translate('audit.list')}
      columns={useColumns()}
      sort={{ field: 'createdAt', order: 'DESC' }}
      filters={useFilters()}
      onOpen={onOpen}
      actions={<ExportButtons />}
      empty={
        <EmptyState
          icon={ShieldCheck}
          title={translate('audit.empty.title')}
          description={translate('audit.empty.text')}
        />
      }
      noMatch={translate('audit.noMatch')}
    />
  )
}

function useColumns(): ListColumn<AuditEntry>[] {
  const translate = useTranslate()
  const who = useActorName()
  const entryText = useEntryText()
  const column = (key: string) => translate(`audit.column.${key}`)
  return [
    {
      source: 'seq',
      label: column('seq'),
      width: 72,
      sortable: true,
      firstOrder: 'DESC',
      card: 'corner',
      render: ({ seq }) => seq,
    },
    {
      source: 'action',
      label: column('action'),
      width: '42%',
      card: 'title',
      render: (entry) => <Wrapping>{entryText(entry)}</Wrapping>,
    },
    {
      source: 'userId',
      label: column('person'),
      width: '30%',
      render: (entry) => <Wrapping>{who(entry)}</Wrapping>,
    },
    {
      source: 'createdAt',
      label: column('time'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => <ExactTime time={createdAt} />,
    },
  ]
}

/** Breaks long names without spaces, so that the neighboring columns stay visible. */
const Wrapping = ({ children }: { children: string }) => (
  <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
)

function nameOf(record: RaRecord<string>): string {
  const { firstName, lastName, email } = record as RaRecord<string> & User
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

function useFilters(): ListFilter[] {
  const translate = useTranslate()
  const { can } = usePermissions()
  const session = useSession()
  // Outside an organization, the operator cannot list people.
  const knowsPeople = can('users.read') && Boolean(session.data?.tenant)
  const types = useRead<AuditEventType[]>('audit/event-types')
  const kindName = useKindName()
  const asked = usePersonInFilter()
  const label = (key: string) => translate(`audit.column.${key}`)
  return [
    ...(knowsPeople
      ? [
          {
            source: 'userId',
            label: label('person'),
            reference: 'users',
            orderBy: 'email',
            nameOf,
            goneName: asked?.name,
          },
        ]
      : asked
        ? [{ source: 'userId', label: label('person'), choices: [asked] }]
        : []),
    {
      source: 'eventType',
      label: label('event'),
      choices: (types.data ?? [])
        .map(({ name, description }) => ({ id: name, name: kindName(name, description) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    },
    { source: 'after', label: label('time'), period: true },
  ]
}
