import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { fieldErrors, Section, useJsonRule } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { MappingField } from '../mapping/MappingField.js'
import type { RowMessages } from '../mapping/MappingRowFields.js'
import { keyOf, type MappingRow } from '../mapping/rows.js'
import { useMappingRule } from '../mapping/use_mapping_rule.js'
import { useSources } from '../mapping/use_sources.js'
import { paramsOf } from '../preview/params.js'
import { PreviewView } from '../preview/PreviewView.js'
import { noTrial } from '../preview/trial.js'
import { TrialInputs } from '../preview/TrialInputs.js'
import { usePreview, type Preview } from '../preview/use_preview.js'
import { draftOf } from './draft.js'
import type { EndpointForm } from './endpoint_form.js'

interface MappingAndPreviewProps {
  system: Pick<ExternalSystem, 'id'>
  endpoint?: ApiEndpoint
  isJson: boolean
  onSwitch: (isJson: boolean) => void
}

/** The field mapping of the form, and a preview of the request with the present form values. */
export function MappingAndPreview({ system, endpoint, ...field }: MappingAndPreviewProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.preview.${key}`)
  const [trial, setTrial] = useState(noTrial)
  const rules = { headers: useJsonRule(''), body: useJsonRule(''), mapping: useMappingRule() }
  const form = useWatch() as EndpointForm
  const { draft, missing } = draftOf(form, rules, system.id, endpoint)
  const preview = usePreview(draft, trial)
  const sources = useSources(system.id, trial.file?.id)
  return (
    <>
      <MappingField {...field} sources={sources} said={(row) => messagesOf(row, preview)} />
      {/* The card must not shrink below its content: the form scrolls. */}
      <Box sx={{ flex: 'none' }}>
        <Section title={text('title')} description={text('text')}>
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.75 }}>
            <TrialInputs
              label={text('file')}
              trial={trial}
              params={draft ? paramsOf(draft) : []}
              onChange={setTrial}
              hint={text('fileHint')}
            />
            {missing ? (
              <Typography color="textSecondary">{text(`missing.${missing}`)}</Typography>
            ) : (
              <PreviewView preview={preview} />
            )}
          </Box>
        </Section>
      </Box>
    </>
  )
}

/** Returns the server's messages about a row. A row that has changed since the request has none. */
function messagesOf(row: MappingRow, { data, error, asked }: Preview): RowMessages {
  const { target, from } = row
  if (!asked || asked.fieldMapping[from.map]?.[target] !== from.source) return {}
  const warnings = data?.warnings ?? []
  return {
    problem: fieldErrors(error)[keyOf(row)],
    warning: warnings.find(({ field }) => field === keyOf(row))?.message,
  }
}
