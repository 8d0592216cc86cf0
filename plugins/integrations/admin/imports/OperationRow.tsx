import type { ImportOperation } from '@crossdock/client'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Checkbox from '@mui/material/Checkbox'
import { Icon, mono, type LucideIcon } from '@crossdock/admin/kit'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { MethodBadge } from '../pieces/MethodBadge.js'
import { stateOf, type State } from './operations.js'

interface OperationRowProps {
  operation: ImportOperation
  isChosen: boolean
  isOpen: boolean
  onChoose: (on: boolean) => void
  onOpen: () => void
}

const icons: Record<State, LucideIcon> = {
  ready: CircleCheck,
  look: TriangleAlert,
  blocked: CircleX,
}
const tones = { ready: 'success', look: 'warning', blocked: 'danger' } as const

/** Shows an operation: whether it is selected, its name, and its findings. */
export function OperationRow({ operation, isChosen, isOpen, onChoose, onOpen }: OperationRowProps) {
  const translate = useTranslate()
  const { name, method, path, canImport, findings } = operation
  const state = stateOf(operation)
  const first = findings.find(({ level }) => level === (state === 'blocked' ? 'blocked' : 'look'))
  const short = translate(
    `integrations.imports.finding.${first?.code ?? findings[0]?.code ?? 'ready'}`,
    {
      _: translate(`integrations.imports.state.${state}`),
    }
  )
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        px: 1,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: (theme) => (isOpen ? theme.palette.surface.selected : undefined),
      }}
    >
      <Checkbox
        size="small"
        checked={isChosen}
        disabled={!canImport}
        onChange={(_event, on) => onChoose(on)}
        slotProps={{ input: { 'aria-label': `${method} ${path}` } }}
      />
      <ButtonBase
        onClick={onOpen}
        aria-expanded={isOpen}
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 44,
          py: 0.75,
          px: 0.5,
          display: 'grid',
          gap: 1,
          rowGap: 0.25,
          alignItems: 'center',
          justifyItems: 'start',
          textAlign: 'left',
          fontSize: '0.8125rem',
          color: canImport ? 'text.primary' : 'text.secondary',
          gridTemplateColumns: {
            xs: '64px minmax(0, 1fr)',
            sm: '64px minmax(0, 3fr) minmax(0, 3fr) minmax(0, 2fr)',
          },
        }}
      >
        <MethodBadge method={method} />
        <Box component="span" sx={{ fontFamily: mono, overflowWrap: 'anywhere' }}>
          {path}
        </Box>
        <Box component="span" sx={{ overflowWrap: 'anywhere', gridColumn: { xs: 2, sm: 'auto' } }}>
          {name}
        </Box>
        <Box
          component="span"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.75,
            gridColumn: { xs: 2, sm: 'auto' },
            color: (theme) =>
              state === 'ready'
                ? theme.palette.text.secondary
                : theme.palette.tones[tones[state]].fg,
          }}
        >
          <Icon icon={icons[state]} />
          {short}
        </Box>
      </ButtonBase>
    </Box>
  )
}
