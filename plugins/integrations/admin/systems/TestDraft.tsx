import type { ConnectionTest } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon, useAction } from '@crossdock/admin/kit'
import { PlugZap } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useFormContext } from 'react-hook-form'
import type { SystemForm } from './system_form.js'
import { ConnectionResult } from '../connection/ConnectionResult.js'

interface TestDraftProps {
  /** The body that saving would send. */
  bodyOf: (form: SystemForm) => object
  systemId: string | undefined
}

/** Tests the connection with the entered values before they are saved. */
export function TestDraft({ bodyOf, systemId }: TestDraftProps) {
  const translate = useTranslate()
  const { getValues, setValue, trigger } = useFormContext<SystemForm>()
  const { mutate, data, error, isPending } = useAction<ConnectionTest>(
    () => ({
      path: 'integrations/systems/test',
      body: { ...savedParts(bodyOf(getValues())), ...(systemId ? { systemId } : {}) },
    }),
    { error: false }
  )
  const test = async () => {
    if (await trigger()) mutate()
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Box>
        <Button
          size="small"
          variant="outlined"
          startIcon={<Icon icon={PlugZap} />}
          disabled={isPending}
          onClick={() => void test()}
        >
          {translate('integrations.connection.testThis')}
        </Button>
      </Box>
      <ConnectionResult
        test={data}
        error={error}
        isPending={isPending}
        onAccept={({ part, value }) => {
          setValue(`config.${part}`, value, { shouldDirty: true })
          mutate()
        }}
      />
    </Box>
  )
}

/** Keeps only the parts that saving sends; the form holds other fields of the record. */
const savedParts = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => parts.has(name)))

const parts = new Set([
  'name',
  'description',
  'systemType',
  'baseUrl',
  'authType',
  'authConfig',
  'config',
  'capabilities',
  'isActive',
  'maxConcurrent',
  'ratePerMinute',
  'breakAfter',
])
