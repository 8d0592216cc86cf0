import Box from '@mui/material/Box'
import {
  Badge,
  EmptyState,
  formatBytes,
  formatInteger,
  Icon,
  mono,
  RelativeTime,
  ResourceList,
  RowLink,
  type BadgeVariant,
  type ListColumn,
} from '@crossdock/admin/kit'
import { FolderTree } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { contractPath, POLL, type Binding } from '../model.js'
import { endIcons } from '../pieces/end_icons.js'
import { OnlineDot } from '../pieces/OnlineDot.js'
import { useEndName } from '../pieces/use_end_name.js'

const colors: Record<Binding['phase'], BadgeVariant> = {
  idle: 'success',
  scanning: 'info',
  syncing: 'info',
  waiting: 'secondary',
  stopped: 'destructive',
  failed: 'destructive',
  inactive: 'outline',
}

/** Every folder that a contract keeps in sync with another one. */
export default function BindingsTab() {
  const translate = useTranslate()
  const text = (key: string) => translate(`sync.bindings.${key}`)
  return (
    <ResourceList<Binding>
      resource="sync-contracts/bindings"
      label={text('list')}
      columns={useColumns()}
      sort={{ field: 'contractName', order: 'ASC' }}
      search={text('search')}
      to={({ contractId }) => contractPath({ id: contractId })}
      nameOf={({ path }) => path}
      empty={<EmptyState icon={FolderTree} title={text('empty')} description={text('emptyText')} />}
      noMatch={text('noMatch')}
      refetchInterval={POLL}
    />
  )
}

function useColumns(): ListColumn<Binding>[] {
  const translate = useTranslate()
  const text = (key: string) => translate(`sync.bindings.${key}`)
  const endName = useEndName()
  return [
    {
      source: 'path',
      label: text('folder'),
      card: 'title',
      width: '26%',
      render: ({ path }) => (
        <Box
          component="span"
          sx={{ fontFamily: mono, fontSize: '0.78125rem', overflowWrap: 'anywhere' }}
        >
          {path}
        </Box>
      ),
    },
    {
      source: 'label',
      label: text('place'),
      render: ({ type, label, isOnline }) => (
        <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <Icon icon={endIcons[type]} />
          <span>{endName({ type, label })}</span>
          {type === 'local_folder' && <OnlineDot isOnline={isOnline} />}
        </Box>
      ),
    },
    {
      source: 'contractName',
      label: text('contract'),
      sortable: true,
      render: ({ contractId, contractName }) => (
        <RowLink to={contractPath({ id: contractId })}>{contractName}</RowLink>
      ),
    },
    {
      source: 'side',
      label: text('side'),
      render: ({ side }) => translate(`sync.side.${side}`),
    },
    {
      source: 'files',
      label: text('files'),
      align: 'right',
      render: ({ files }) => (files === null ? '–' : formatInteger(files)),
    },
    {
      source: 'bytes',
      label: text('size'),
      align: 'right',
      render: ({ bytes }) => formatBytes(bytes),
    },
    {
      source: 'lastScanAt',
      label: text('lastScan'),
      render: ({ lastScanAt }) => <RelativeTime time={lastScanAt} />,
    },
    {
      source: 'phase',
      label: text('state'),
      card: 'corner',
      render: ({ phase }) => (
        <Badge variant={colors[phase]} dot={phase !== 'inactive'}>
          {translate(`sync.phase.${phase}`)}
        </Badge>
      ),
    },
  ]
}
