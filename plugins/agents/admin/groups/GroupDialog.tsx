import type { AgentGroup } from '@crossdock/client'
import { FieldRow, FormDialog, useAction, useUnlessChanged } from '@crossdock/admin/kit'
import { maxValue, minLength, minValue, required, useTranslate } from 'ra-core'
import { BooleanInput, CheckboxGroupInput, NumberInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { commandTypes } from '../model.js'
import { useDayNames } from './days.js'

interface GroupForm {
  name: string
  uploadKbps: number | null
  downloadKbps: number | null
  anyCommand: boolean
  allowedCommands: string[]
  anyTime: boolean
  days: number[]
  from: string
  to: string
}

const workdays = [1, 2, 3, 4, 5]
const bound = [minValue(8), maxValue(100_000_000)]

/** Creates a group of agents, or changes its profile. */
export default function GroupDialog({
  group,
  onClose,
}: {
  group?: AgentGroup
  onClose: () => void
}) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.groups.form.${key}`, values)
  const path = group ? `desktop-agents/groups/${group.id}` : 'desktop-agents/groups'
  const save = useAction<AgentGroup, GroupForm>(
    (form) => ({
      path,
      method: group ? 'PUT' : 'POST',
      body: toBody(form),
    }),
    {
      ifMatch: useUnlessChanged(path, group),
      invalidates: ['desktop-agents'],
      success: { title: text(group ? 'saved' : 'created') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<GroupForm>
      open
      title={group ? text('edit', { name: group.name }) : text('add')}
      defaultValues={toForm(group)}
      submitLabel={text(group ? 'save' : 'create')}
      submittingLabel={text('saving')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={text('name')}
        validate={required(text('nameNeeded'))}
        autoComplete="off"
      />
      <FieldRow>
        <NumberInput
          source="uploadKbps"
          label={text('upload')}
          helperText={text('boundHint')}
          validate={bound}
        />
        <NumberInput
          source="downloadKbps"
          label={text('download')}
          helperText={text('boundHint')}
          validate={bound}
        />
      </FieldRow>
      <Commands />
      <Hours />
    </FormDialog>
  )
}

function Commands() {
  const translate = useTranslate()
  const text = (key: string) => translate(`agents.groups.form.${key}`)
  const isAny = useWatch<GroupForm, 'anyCommand'>({ name: 'anyCommand' })
  return (
    <>
      <BooleanInput source="anyCommand" label={text('allCommands')} helperText={false} />
      {!isAny && (
        <CheckboxGroupInput
          source="allowedCommands"
          label={text('commands')}
          choices={commandTypes.map((id) => ({ id, name: translate(`agents.type.${id}`) }))}
        />
      )}
    </>
  )
}

function Hours() {
  const translate = useTranslate()
  const text = (key: string) => translate(`agents.groups.form.${key}`)
  const isAny = useWatch<GroupForm, 'anyTime'>({ name: 'anyTime' })
  const names = useDayNames()
  return (
    <>
      <BooleanInput source="anyTime" label={text('anyTime')} helperText={false} />
      {!isAny && (
        <>
          <CheckboxGroupInput
            source="days"
            label={text('days')}
            choices={[1, 2, 3, 4, 5, 6, 0].map((id) => ({ id, name: names[id] }))}
            parse={(values: string[]) => values.map(Number)}
            validate={[required(text('daysNeeded')), minLength(1, text('daysNeeded'))]}
          />
          <FieldRow>
            <TextInput
              source="from"
              type="time"
              label={text('from')}
              helperText={text('hoursHint')}
              validate={required(text('timeNeeded'))}
            />
            <TextInput
              source="to"
              type="time"
              label={text('to')}
              validate={required(text('timeNeeded'))}
            />
          </FieldRow>
        </>
      )}
    </>
  )
}

function toForm(group: AgentGroup | undefined): GroupForm {
  const {
    uploadKbps = null,
    downloadKbps = null,
    allowedCommands = null,
    activeHours = null,
  } = group?.profile ?? {}
  return {
    name: group?.name ?? '',
    uploadKbps,
    downloadKbps,
    anyCommand: allowedCommands === null,
    allowedCommands: allowedCommands ?? [...commandTypes],
    anyTime: activeHours === null,
    days: activeHours?.days ?? workdays,
    from: activeHours?.from ?? '08:00',
    to: activeHours?.to ?? '18:00',
  }
}

function toBody(form: GroupForm) {
  const { name, uploadKbps, downloadKbps, days, from, to } = form
  return {
    name,
    profile: {
      uploadKbps: uploadKbps ?? null,
      downloadKbps: downloadKbps ?? null,
      allowedCommands: form.anyCommand ? null : form.allowedCommands,
      activeHours: form.anyTime ? null : { days, from, to },
    },
  }
}
