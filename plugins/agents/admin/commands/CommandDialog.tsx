import type { AgentCommand } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  CodeBlock,
  ErrorState,
  Fact,
  Facts,
  formatDateTime,
  mono,
  PlainDialog,
  RowsSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { agentPath, isOpen, POLL } from '../model.js'
import { ClientId } from '../pieces/ClientId.js'
import { CommandActions } from './CommandActions.js'
import { CommandStatus } from './CommandStatus.js'

/** The details of one command. */
export default function CommandDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const translate = useTranslate()
  const command = useRead<AgentCommand>(['desktop-agents/commands', id], {
    refetchInterval: POLL,
    isUnderWay: isOpen,
  })
  const type = command.data?.commandType
  return (
    <PlainDialog
      title={
        type ? translate(`agents.type.${type}`, { _: type }) : translate('agents.commands.title')
      }
      onClose={onClose}
      footer={
        <>
          {command.data && <CommandActions command={command.data} />}
          <Button variant="contained" onClick={onClose}>
            {translate('kit.close')}
          </Button>
        </>
      }
    >
      {command.isPending ? (
        <RowsSkeleton rows={5} />
      ) : command.error ? (
        <ErrorState plain error={command.error} onRetry={() => void command.refetch()} />
      ) : (
        <Details command={command.data} />
      )}
    </PlainDialog>
  )
}

function Details({ command }: { command: AgentCommand }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.commands.${key}`, values)
  const id = useId()
  const { path, action, folder } = command.parameters
  const when = (label: string, time: string | null) =>
    time && <Fact label={text(label)}>{formatDateTime(time)}</Fact>
  const monospace = (value: string) => (
    <Box component="span" sx={{ fontFamily: mono, fontSize: '0.8125rem' }}>
      {value}
    </Box>
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, px: 3, pb: 3, pt: 0.5 }}>
      {command.errorMessage && <Alert severity="error">{command.errorMessage}</Alert>}
      <Facts>
        <Fact label={text('column.status')}>
          <CommandStatus command={command} />
        </Fact>
        <Fact label={text('column.agent')}>
          <Link component={RouterLink} to={agentPath({ id: command.agentId })}>
            {command.agentName}
          </Link>{' '}
          <ClientId of={command} />
        </Fact>
        {path && <Fact label={text('column.path')}>{monospace(path)}</Fact>}
        {action && <Fact label={text('fact.action')}>{action}</Fact>}
        {folder && <Fact label={text('fact.folder')}>{monospace(folder)}</Fact>}
        <Fact label={text('fact.source')}>
          {text(`source.${command.triggerSource}`, { _: command.triggerSource })}
        </Fact>
        <Fact label={text('fact.priority')}>{command.priority}</Fact>
        <Fact label={text('fact.retries')}>
          {text('fact.retriesOf', { count: command.retryCount, most: command.maxRetries })}
        </Fact>
        {when('column.created', command.createdAt)}
        {when('fact.scheduled', command.scheduledFor)}
        {when('fact.started', command.startedAt)}
        {when('fact.completed', command.completedAt)}
        {isOpen(command) && when('fact.timeout', command.timeoutAt)}
      </Facts>
      {command.result && (
        <div>
          <Typography variant="body2" component="h3" id={id} sx={{ fontWeight: 500, mb: 0.75 }}>
            {text('result')}
          </Typography>
          <CodeBlock labelledBy={id} data={command.result} />
        </div>
      )}
    </Box>
  )
}
