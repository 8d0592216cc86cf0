import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatBytes, Icon, mono, type LucideIcon, type ToneName } from '@crossdock/admin/kit'
import { CornerUpRight, FolderPlus, GitCompare, PenLine, Plus, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { PlanStep, SyncContract } from '../model.js'
import { useSideNames } from '../pieces/use_side_names.js'
import { row } from './row.js'

/** Screen labels of the planner's steps. */
const kinds = {
  makeFolder: 'folder',
  create: 'created',
  change: 'changed',
  move: 'moved',
  delete: 'deleted',
  conflict: 'conflict',
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

const kindOf = ({ type }: PlanStep): Kind => kinds[type as keyof typeof kinds] ?? 'changed'

const looks: Record<Kind, [LucideIcon, ToneName]> = {
  created: [Plus, 'success'],
  changed: [PenLine, 'info'],
  moved: [CornerUpRight, 'neutral'],
  deleted: [Trash2, 'danger'],
  folder: [FolderPlus, 'success'],
  conflict: [GitCompare, 'warning'],
}

interface PlanRowProps {
  step: PlanStep
  contract: SyncContract
}

/** One operation of a plan: kind, file, side and transferred bytes. */
export function PlanRow({ step, contract }: PlanRowProps) {
  const translate = useTranslate()
  const kind = kindOf(step)
  const [icon, tone] = looks[kind]
  const { path, fromPath, side } = step
  const names = useSideNames(contract)
  const isOneSided = contract.syncRules.bidirectional && kind !== 'conflict'
  const where = isOneSided && side ? names[side] : undefined
  return (
    <Box
      component="li"
      sx={{
        ...row,
        gridTemplateColumns: {
          xs: '16px minmax(0, 1fr) auto',
          sm: '16px 80px minmax(0, 1fr) auto',
        },
      }}
    >
      <Box
        component="span"
        sx={{ display: 'flex', color: ({ palette }) => palette.tones[tone].fg }}
      >
        <Icon icon={icon} />
      </Box>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ gridRow: 1, gridColumn: { xs: 2, sm: 2 } }}
      >
        {translate(`sync.plan.kind.${kind}`)}
      </Typography>
      <Box
        sx={{
          gridColumn: { xs: '2 / -1', sm: 3 },
          gridRow: { xs: 2, sm: 1 },
          minWidth: 0,
          fontFamily: mono,
          fontSize: '0.78125rem',
          overflowWrap: 'anywhere',
        }}
      >
        {fromPath ? `${fromPath} → ${path}` : path}
      </Box>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ gridRow: 1, gridColumn: { xs: 3, sm: 4 }, textAlign: 'right', whiteSpace: 'nowrap' }}
      >
        {[where, useAmount()(step, kind)].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  )
}

/** The transferred bytes of a step, or what happens to a removed file. */
function useAmount() {
  const translate = useTranslate()
  return ({ size, bytes }: PlanStep, kind: Kind): string => {
    if (kind === 'moved') return translate('sync.plan.noData')
    if (kind === 'deleted') return translate('sync.plan.kept')
    if (size === null || kind === 'folder' || kind === 'conflict') return ''
    return bytes !== null && bytes < size
      ? translate('sync.plan.part', { part: formatBytes(bytes), size: formatBytes(size) })
      : formatBytes(size)
  }
}
