import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { fromJsonText, JsonInput } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useFormContext } from 'react-hook-form'
import { MappingTable } from './MappingTable.js'
import type { RowMessages } from './MappingRowFields.js'
import { isBlank, rowsOf, type MappingRow } from './rows.js'
import { useMappingRule } from './use_mapping_rule.js'
import type { Sources } from './use_sources.js'

interface MappingFieldProps {
  sources: Sources
  said: (row: MappingRow) => RowMessages
  isJson: boolean
  onSwitch: (isJson: boolean) => void
}

/** The field mapping as a table or as JSON. Switching requires a valid mapping. */
export function MappingField({ sources, said, isJson, onSwitch }: MappingFieldProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.endpoints.form.${key}`)
  const { clearErrors, getValues, setValue, trigger } = useFormContext()
  const rule = useMappingRule()

  const change = async (toJson: boolean) => {
    // If the other view cannot show a value, mark the field and keep this view.
    if (!(await trigger(toJson ? 'mappingRows' : 'mappingText'))) return
    const rows = toJson
      ? (getValues('mappingRows') as MappingRow[]).filter((row) => !isBlank(row))
      : rowsOf(fromJsonText(getValues('mappingText') as string))
    setValue('mappingRows', rows)
    clearErrors(['mappingRows', 'mappingText'])
    onSwitch(toJson)
  }
  return (
    <Box sx={{ position: 'relative' }}>
      <FormControlLabel
        control={<Switch checked={isJson} onChange={(_event, on) => void change(on)} />}
        label={translate('integrations.mapping.asJson')}
        slotProps={{ typography: { variant: 'body2' } }}
        // Place it above the label of the text area, which spans the field and would intercept clicks.
        sx={{ position: 'absolute', top: -2, right: 0, m: 0, gap: 1, zIndex: 2 }}
      />
      {isJson ? (
        <JsonInput
          source="mappingText"
          label={text('mapping')}
          helperText={text('mappingHint')}
          placeholder={'{\n  "fileMetadata": { "fileName": "name" }\n}'}
          validate={rule}
        />
      ) : (
        <MappingTable sources={sources} said={said} />
      )}
    </Box>
  )
}
