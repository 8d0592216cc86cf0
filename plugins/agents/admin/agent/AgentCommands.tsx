import type { AgentCommand, DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  formatDuration,
  lazyPart,
  LoadedList,
  mono,
  RelativeTime,
  RowsSkeleton,
  Section,
  useDialogAddress,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { CommandActions } from '../commands/CommandActions.js'
import { CommandName } from '../commands/CommandName.js'
import { CommandStatus } from '../commands/CommandStatus.js'
import { agentsPath, isOpen, POLL } from '../model.js'

const CommandDialog = lazyPart(() => import('../commands/CommandDialog.js'))

/** The latest commands to one agent. */
export function AgentCommands({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.commands.${key}`, values)
  const opened = useDialogAddress('command')
  const filter = JSON.stringify({ agentId: agent.id })
  const commands = useRead<AgentCommand[]>('desktop-agents/commands', {
    query: { filter, sort: '["createdAt","DESC"]', range: '[0,7]' },
    refetchInterval: POLL,
    isUnderWay: (list) => list.some(isOpen),
  })
  const all = `${agentsPath}?tab=commands&filter=${encodeURIComponent(filter)}`
  return (
    <Section
      flush
      title={text('list')}
      actions={
        <Button size="small" component={Link} to={all}>
          {text('all')}
        </Button>
      }
    >
      <LoadedList
        plain
        read={commands}
        skeleton={<RowsSkeleton rows={3} />}
        empty={
          <Typography color="textSecondary" sx={{ px: 2.5, pb: 2.5 }}>
            {text('none')}
          </Typography>
        }
      >
        {(list) => (
          <Box component="ul" aria-label={text('list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {list.map((command) => (
              <Row key={command.id} command={command} onOpen={() => opened.open(command.id)} />
            ))}
          </Box>
        )}
      </LoadedList>
      {opened.value !== null && <CommandDialog id={opened.value} onClose={opened.close} />}
    </Section>
  )
}

function Row({ command, onOpen }: { command: AgentCommand; onOpen: () => void }) {
  const { startedAt, completedAt, errorMessage, status, parameters } = command
  const { path } = parameters
  const took =
    startedAt && completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : undefined
  return (
    <Box component="li" sx={row}>
      <div>
        <CommandName type={command.commandType} onOpen={onOpen} />
      </div>
      <Box className="wide" title={path} sx={{ fontFamily: mono }}>
        {path || '–'}
      </Box>
      <div>
        <CommandStatus command={command} />
      </div>
      <div className="wide">{took === undefined ? '–' : formatDuration(took)}</div>
      <div className="wide">
        <RelativeTime time={command.createdAt} />
      </div>
      <Box sx={{ justifySelf: 'end' }}>
        <CommandActions command={command} />
      </Box>
      {status === 'failed' && errorMessage && (
        <Typography
          variant="body2"
          color="error"
          sx={{ gridColumn: '1 / -1', pl: 3.25, pb: 1, overflowWrap: 'anywhere' }}
        >
          {errorMessage}
        </Typography>
      )}
    </Box>
  )
}

const row = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  minHeight: { xs: 60, sm: 44 },
  px: { xs: 2, sm: 2.5 },
  py: 0.5,
  borderTop: 1,
  borderColor: 'divider',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr) auto auto',
    md: '160px minmax(0, 1fr) 132px 64px 112px 84px',
  },
  // Phones show only name, status and actions.
  '& > .wide': {
    display: { xs: 'none', md: 'block' },
    color: 'text.secondary',
    fontSize: '0.8125rem',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
} as const
