import type { AgentGroup, DesktopAgentDeployment } from '@crossdock/client'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { CreateButton, formatDateTime, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { platforms, type Platform } from '../model.js'
import { CopyLine } from '../pieces/CopyLine.js'

interface StepsProps {
  platform: Platform
  onPlatform: (platform: Platform) => void
  /** The token of this page, once it is created. */
  made: DesktopAgentDeployment | undefined
  /** Creates the token; omitted for people who may not add an agent. */
  onCreate?: ((groupId: string) => void) | undefined
  isPending: boolean
  /** Whether the server has the program for this platform. Otherwise the `crossdock` command line acts as the agent. */
  hasDownload: boolean
}

const program: Record<Platform, string> = {
  windows: '.\\crossdock-agent.exe',
  macos: './crossdock-agent',
  linux: './crossdock-agent',
}
const example: Record<Platform, string> = {
  windows: 'C:\\Scans',
  macos: '~/Scans',
  linux: '~/scans',
}

/** The four steps that turn a computer into an agent. */
export function Steps({
  platform,
  onPlatform,
  made,
  onCreate,
  isPending,
  hasDownload,
}: StepsProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.deploy.${key}`, values)
  const step = (key: string) => text(`steps.${key}`)
  const name = translate(`agents.platform.${platform}`)
  const enroll = made ? 'enroll.text' : onCreate ? 'enroll.textNone' : 'enroll.textReader'
  const line = (command: string, label: string) => (
    <CopyLine
      label={label}
      value={`${hasDownload ? program[platform] : 'crossdock agent'} ${command}`}
      what={text('copy')}
    />
  )
  return (
    <Section
      title={text('setUp')}
      actions={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={platform}
          aria-label={text('platformOf')}
          onChange={(_event, chosen: Platform | null) => chosen && onPlatform(chosen)}
        >
          {platforms.map((one) => (
            <ToggleButton key={one} value={one} sx={{ px: 1.5 }}>
              {translate(`agents.platform.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <Step
          number={1}
          title={step(hasDownload ? 'download.title' : 'cli.title')}
          text={step(hasDownload ? 'download.text' : 'cli.text')}
        />
        <Step number={2} title={step('enroll.title')} text={step(enroll)}>
          {made && (
            <CopyLine
              label={text('line', { platform: name })}
              value={made.commands[platform]}
              what={text('copyLine', { platform: name })}
            />
          )}
          {made && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
              {text('expires', { time: formatDateTime(made.expiresAt) })}
            </Typography>
          )}
          {onCreate && <Create isAgain={Boolean(made)} isPending={isPending} onCreate={onCreate} />}
        </Step>
        <Step number={3} title={step('folders.title')} text={step('folders.text')}>
          {line(`folders --add ${example[platform]}`, step('folders.title'))}
        </Step>
        <Step number={4} title={step('install.title')} text={step('install.text')}>
          {line('install', step('install.title'))}
        </Step>
      </Box>
    </Section>
  )
}

interface StepProps {
  number: number
  title: string
  text: string
  children?: ReactNode
}

const Step = ({ number, title, text, children }: StepProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      gap: 1.5,
      py: 1.5,
      '& + &': { borderTop: 1, borderColor: 'divider' },
      '&:last-of-type': { pb: 0 },
      '&:first-of-type': { pt: 0.5 },
    }}
  >
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        flex: 'none',
        width: 24,
        height: 24,
        borderRadius: '50%',
        border: 1,
        fontSize: '0.75rem',
        fontWeight: 500,
        borderColor: ({ palette }) => palette.surface.border,
      }}
    >
      {number}
    </Box>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: children ? 1 : 0 }}>
        {text}
      </Typography>
      {children}
    </Box>
  </Box>
)

interface CreateProps {
  isAgain: boolean
  isPending: boolean
  onCreate: (groupId: string) => void
}

/** Creates the token, with a choice of group if there are any. */
function Create({ isAgain, isPending, onCreate }: CreateProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`agents.deploy.${key}`)
  const [groupId, setGroupId] = useState('')
  const { data: groups = [] } = useRead<AgentGroup[]>('desktop-agents/groups', {
    query: { range: '[0,99]' },
  })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1, mt: 1 }}>
      {groups.length > 0 && (
        <TextField
          select
          label={text('group')}
          value={groupId}
          onChange={({ target }) => setGroupId(target.value)}
          slotProps={{ select: { displayEmpty: true } }}
          sx={{ flex: '0 1 240px' }}
        >
          <MenuItem value="">{translate('agents.edit.noGroup')}</MenuItem>
          {groups.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <CreateButton
        limit="maxAgents"
        reached="agents.deploy.limitReached"
        variant="outlined"
        disabled={isPending}
        onClick={() => onCreate(groupId)}
      >
        {text(isAgain ? 'again' : 'create')}
      </CreateButton>
    </Box>
  )
}
