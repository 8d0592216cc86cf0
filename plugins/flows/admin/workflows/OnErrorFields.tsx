import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { CheckboxGroupInput, SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { Folded } from '../pieces/Folded.js'
import { errorFamilies, errorReactions, type StepOnError } from './on_error.js'

/** How the run continues after the final failure of a step, and after which errors. */
export function OnErrorFields({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.onError.${key}`)
  const { getValues } = useFormContext()
  const stored = getValues(source) as StepOnError | undefined
  const then = useWatch({ name: `${source}.then` }) as string | undefined
  return (
    <Folded title={text('title')} isSet={stored !== undefined && stored.then !== 'fail'}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <SelectInput
          source={`${source}.then`}
          label={text('then')}
          helperText={then === 'branch' ? text('branchHint') : undefined}
          choices={errorReactions.map((id) => ({ id, name: text(`way.${id}`) }))}
        />
        {then !== undefined && then !== 'fail' && (
          <CheckboxGroupInput
            source={`${source}.families`}
            label={text('families')}
            helperText={text('familiesHint')}
            choices={errorFamilies.map((id) => ({ id, name: text(`family.${id}`) }))}
          />
        )}
      </Box>
    </Folded>
  )
}
