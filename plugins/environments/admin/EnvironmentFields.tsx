import type { ManagedEnvironment } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { FieldRow, formatInteger } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { BooleanInput, TextInput } from 'react-admin'
import { useId, type ReactNode } from 'react'
import { LimitInput } from './LimitInput.js'
import { formatGigabytes } from './model.js'

/** All settings of an environment, grouped by subject. */
export function EnvironmentFields({ environment }: { environment?: ManagedEnvironment }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`environments.form.${key}`, values)
  // Shows the current usage at each limit, because a lower limit refuses additions.
  const used = (value: number | undefined, format: (value: number) => string) =>
    value ? text('used', { used: format(value) }) : undefined
  return (
    <>
      <TextInput
        source="displayName"
        label={text('displayName')}
        validate={required(text('displayNameRequired'))}
        autoComplete="off"
      />
      <TextInput source="description" label={text('description')} multiline minRows={2} />
      <BooleanInput source="isActive" label={text('active')} helperText={text('activeHelp')} />
      <Group title={text('group.calls')}>
        <FieldRow>
          <LimitInput
            source="apiCallsPerMonth"
            help={used(environment?.apiCallsUsed, formatInteger)}
          />
          <LimitInput source="rateLimitPerMinute" />
          <LimitInput source="concurrentConnections" />
        </FieldRow>
      </Group>
      <Group title={text('group.storage')} about={text('storageHelp')}>
        <FieldRow>
          <LimitInput
            source="storageQuotaGB"
            help={used(environment?.storageUsedGB, formatGigabytes)}
          />
          <LimitInput source="maxFileSize" />
        </FieldRow>
      </Group>
      <Group title={text('group.counts')}>
        <FieldRow>
          <LimitInput source="maxExternalSystems" />
          <LimitInput source="maxWorkflows" />
        </FieldRow>
        <FieldRow>
          <LimitInput source="maxApiEndpoints" />
          <LimitInput source="maxWebhooks" />
        </FieldRow>
      </Group>
      <AddressFields />
      <Group title={text('group.operation')}>
        <LimitInput source="logsRetentionDays" />
        <FieldRow>
          <BooleanInput source="metricsEnabled" label={text('metricsEnabled')} helperText={false} />
          <BooleanInput source="alertsEnabled" label={text('alertsEnabled')} helperText={false} />
        </FieldRow>
      </Group>
    </>
  )
}

function AddressFields() {
  const translate = useTranslate()
  const text = (key: string) => translate(`environments.form.${key}`)
  const isHttp = (value: string | null) =>
    value && !/^https?:\/\/\S+$/i.test(value.trim()) ? text('baseUrlInvalid') : undefined
  const isHost = (value: string | null) =>
    value && !/^[^\s/:?#@]+\.[^\s/:?#@]+$/.test(value.trim())
      ? text('customDomainInvalid')
      : undefined
  const plain = { htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false } }
  return (
    <Group title={text('group.addresses')}>
      <FieldRow>
        <TextInput
          source="baseUrl"
          label={text('baseUrl')}
          placeholder="https://"
          validate={isHttp}
          autoComplete="off"
          slotProps={plain}
        />
        <TextInput
          source="customDomain"
          label={text('customDomain')}
          placeholder="files.example.com"
          validate={isHost}
          autoComplete="off"
          slotProps={plain}
        />
      </FieldRow>
      <BooleanInput source="sslEnabled" label={text('sslEnabled')} helperText={false} />
    </Group>
  )
}

interface GroupProps {
  title: string
  about?: string
  children: ReactNode
}

function Group({ title, about, children }: GroupProps) {
  const id = useId()
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        pt: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <div>
        <Typography variant="h3" component="h3" id={id} sx={{ fontSize: '0.875rem' }}>
          {title}
        </Typography>
        {about && (
          <Typography variant="body2" color="textSecondary">
            {about}
          </Typography>
        )}
      </div>
      {children}
    </Box>
  )
}
