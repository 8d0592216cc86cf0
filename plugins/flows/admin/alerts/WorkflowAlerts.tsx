import type { FlowAlerts } from '@crossdock/client'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ErrorState, Icon, MASK, useAction, usePermissions, useRead } from '@crossdock/admin/kit'
import { ChevronDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

type Draft = Omit<FlowAlerts, 'workflowId'>

interface Person {
  id: string
  email: string
  firstName?: string | null
  lastName?: string | null
}

const noPeople: readonly Person[] = []

/** The alert settings on the page of a workflow: when to alert, and whom. Collapsed at first. */
export function WorkflowAlerts({ workflowId }: { workflowId: string }) {
  const translate = useTranslate()
  const read = useRead<FlowAlerts>(['integrations/workflows', workflowId, 'alerts'])
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return null
  return (
    <Accordion disableGutters elevation={0} sx={{ border: 1, borderColor: 'divider' }}>
      <AccordionSummary expandIcon={<Icon icon={ChevronDown} />}>
        <Typography sx={{ fontWeight: 600, mr: 1.5 }}>{translate('flows.alerts.title')}</Typography>
        <Typography color="textSecondary">
          <Summary alerts={read.data} />
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <AlertFields key={JSON.stringify(read.data)} alerts={read.data} />
      </AccordionDetails>
    </Accordion>
  )
}

/** The settings as one line, for the collapsed section. */
function Summary({ alerts }: { alerts: FlowAlerts }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.alerts.${key}`, values)
  const { onFailure, longerThanMinutes: minutes, notWithinHours: hours } = alerts
  const parts = [
    onFailure && text('parts.onFailure'),
    minutes !== null && text('parts.longer', { minutes }),
    hours !== null && text('parts.missing', { hours }),
  ].filter(Boolean)
  return <>{parts.length === 0 ? text('none') : parts.join(', ')}</>
}

function AlertFields({ alerts }: { alerts: FlowAlerts }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.alerts.${key}`)
  const { can } = usePermissions()
  const { workflowId, ...kept } = alerts
  const [draft, setDraft] = useState<Draft>(kept)
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const save = useAction(
    () => ({
      path: `integrations/workflows/${workflowId}/alerts`,
      method: 'PUT',
      // Without members, the person who saves is alerted.
      body: draft.members.length > 0 ? draft : { ...draft, members: undefined },
    }),
    {
      invalidates: ['integrations/workflows'],
      success: { title: text('saved') },
      error: { fallback: text('failed') },
    }
  )
  const disabled = !can('flows.write')
  const number = (name: 'longerThanMinutes' | 'notWithinHours' | 'quietMinutes') => (
    <TextField
      type="number"
      size="small"
      label={text(name)}
      placeholder={text('optional')}
      disabled={disabled}
      value={draft[name] ?? ''}
      onChange={({ target }) =>
        set({
          [name]: target.value === '' ? (name === 'quietMinutes' ? 0 : null) : Number(target.value),
        })
      }
      slotProps={{ htmlInput: { min: name === 'quietMinutes' ? 0 : 1 } }}
    />
  )
  return (
    // Not a form element, because it is inside the form of the builder.
    <Box
      role="group"
      aria-label={text('title')}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
    >
      <FormControlLabel
        disabled={disabled}
        control={
          <Switch checked={draft.onFailure} onChange={(_event, onFailure) => set({ onFailure })} />
        }
        label={text('onFailure')}
      />
      {number('longerThanMinutes')}
      {number('notWithinHours')}
      {number('quietMinutes')}
      {can('users.read') && (
        <Members
          value={draft.members}
          disabled={disabled}
          onChange={(members) => set({ members })}
        />
      )}
      {!disabled && (
        <>
          <WebhookAddress
            stored={kept.webhookAddress}
            value={draft.webhookAddress}
            onChange={(webhookAddress) => set({ webhookAddress })}
          />
          <Button
            variant="outlined"
            disabled={save.isPending}
            onClick={() => save.mutate()}
            sx={{ alignSelf: 'flex-start' }}
          >
            {text('save')}
          </Button>
        </>
      )}
    </Box>
  )
}

interface WebhookAddressProps {
  stored: string | null
  value: string | null
  onChange: (address: string | null) => void
}

/** The server shows only whether an address is set. A new entry replaces it. */
function WebhookAddress({ stored, value, onChange }: WebhookAddressProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.alerts.${key}`)
  const isKept = value === MASK
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <TextField
        size="small"
        type="url"
        label={text('webhookAddress')}
        helperText={text(isKept ? 'webhookKept' : 'webhookHelp')}
        placeholder={isKept ? MASK : undefined}
        value={isKept ? '' : (value ?? '')}
        onChange={({ target }) => onChange(target.value || stored)}
        autoComplete="off"
        sx={{ flex: 1 }}
      />
      {isKept && (
        <Button color="inherit" onClick={() => onChange(null)}>
          {text('webhookRemove')}
        </Button>
      )}
    </Box>
  )
}

interface MembersProps {
  value: readonly string[]
  disabled: boolean
  onChange: (ids: string[]) => void
}

function Members({ value, disabled, onChange }: MembersProps) {
  const translate = useTranslate()
  const { data: people = noPeople } = useRead<Person[]>('users', {
    query: { sort: '["email","ASC"]', range: '[0,199]' },
  })
  const chosen = value.map((id) => people.find((one) => one.id === id) ?? { id, email: id })
  return (
    <Autocomplete<Person, true>
      multiple
      size="small"
      disabled={disabled}
      options={people as Person[]}
      value={chosen}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ firstName, lastName, email }) =>
        [firstName, lastName].filter(Boolean).join(' ') || email
      }
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_event, all) => onChange(all.map(({ id }) => id))}
      renderInput={(params) => <TextField {...params} label={translate('flows.alerts.members')} />}
    />
  )
}
