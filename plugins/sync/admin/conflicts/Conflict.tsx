import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import {
  Badge,
  ErrorState,
  Icon,
  PageHeader,
  RowsSkeleton,
  usePermissions,
} from '@crossdock/admin/kit'
import { Copy, Merge } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useMemo, useState, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import {
  contractPath,
  fileName,
  sideNames,
  type SideName,
  type SyncConflict,
  type SyncContract,
} from '../model.js'
import { useSideNames } from '../pieces/use_side_names.js'
import { rowsOf } from './merge_lines.js'
import { MergeCard } from './MergeCard.js'
import { Resolution } from './Resolution.js'
import { VersionCard } from './VersionCard.js'
import { useResolve } from './use_resolve.js'
import { useText } from './use_text.js'
import { useMerge } from './use_merge.js'

interface ConflictProps {
  conflict: SyncConflict
  contract: SyncContract
  back: ReactNode
}

/** Both versions side by side, with the possible resolutions. No resolution loses a version. */
export function Conflict({ conflict, contract, back }: ConflictProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.conflict.${key}`, values)
  const who = usePermissions()
  const names = useSideNames(contract)
  const isOpen = conflict.state === 'open'
  const canResolve = isOpen && who.can('sync.run')
  const source = useText(conflict, contract, 'source')
  const target = useText(conflict, contract, 'target')
  const rows = useMemo(
    () =>
      typeof source.data === 'string' && typeof target.data === 'string'
        ? rowsOf(source.data, target.data)
        : undefined,
    [source.data, target.data]
  )
  const [isRule, setRule] = useState(false)
  const resolve = useResolve(conflict, contract, isRule)
  const merge = useMerge(conflict, rows, source.data ?? '', target.data ?? '')
  const failed = source.error ?? target.error
  const isLoading = source.isPending || target.isPending
  const keep = (side: SideName) =>
    canResolve && (
      <Button
        size="small"
        variant="outlined"
        disabled={resolve.isPending}
        aria-label={text('keepOf', { name: names[side] })}
        onClick={() => resolve.run({ keep: side })}
      >
        {text(conflict[side] ? 'keepThis' : 'keepDeleted')}
      </Button>
    )
  return (
    <>
      <PageHeader
        title={fileName(conflict.path)}
        above={back}
        subtitle={
          <>
            <Box component="span" sx={{ display: 'block', mb: 0.75 }}>
              <Badge variant={isOpen ? 'warning' : 'success'}>
                {isOpen ? translate(`sync.cause.${conflict.cause}`) : text('isResolved')}
              </Badge>
            </Box>
            {text('contract')}{' '}
            <Link component={RouterLink} to={contractPath(contract)} color="inherit">
              {contract.name}
            </Link>
            {conflict.path.includes('/') && `, ${conflict.path}`}.
            {isOpen && ` ${text('nothingLost')}`}
          </>
        }
        actions={
          canResolve && (
            <>
              {conflict.source && conflict.target && (
                <Button
                  variant="outlined"
                  disabled={resolve.isPending}
                  startIcon={<Icon icon={Copy} />}
                  onClick={() => resolve.run({ keep: 'both' })}
                >
                  {text('keepBoth')}
                </Button>
              )}
              {rows && (
                <Button
                  variant="contained"
                  disabled={resolve.isPending || merge.open > 0}
                  startIcon={<Icon icon={Merge} />}
                  onClick={() => resolve.run({ keep: 'merged', text: merge.result })}
                >
                  {text('saveMerged')}
                </Button>
              )}
            </>
          )
        }
      />
      {!isOpen && (
        <Alert severity="success" sx={{ mb: 2 }}>
          <Resolution conflict={conflict} />
        </Alert>
      )}
      {failed ? (
        <ErrorState
          error={failed}
          onRetry={() => {
            void source.refetch()
            void target.refetch()
          }}
        />
      ) : (
        <Box sx={sideBySide}>
          {sideNames.map((side) => (
            <VersionCard
              key={side}
              conflict={conflict}
              side={side}
              contract={contract}
              rows={rows}
              action={keep(side)}
            >
              {isLoading && <RowsSkeleton rows={4} />}
            </VersionCard>
          ))}
        </Box>
      )}
      {rows && canResolve && (
        <Box sx={{ mt: 2 }}>
          <MergeCard conflict={conflict} contract={contract} rows={rows} merge={merge} />
        </Box>
      )}
      {canResolve && who.can('sync.manage') && contract.conflictResolution === 'manual' && (
        <FormControlLabel
          sx={{ mt: 1 }}
          control={<Checkbox checked={isRule} onChange={(_event, on) => setRule(on)} />}
          label={text('fromNowOn', { option: translate('sync.option.timestamp') })}
        />
      )}
    </>
  )
}

const sideBySide = {
  display: 'grid',
  gap: 2,
  alignItems: 'stretch',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const
