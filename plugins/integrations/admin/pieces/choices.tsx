import { CheckboxGroupInput, SelectInput } from 'react-admin'
import type { Validator } from 'ra-core'

interface ChoiceProps {
  source: string
  label: string
  /** Names are shown as they are. */
  choices: readonly { id: string; name: string }[]
  validate?: Validator | Validator[]
}

/** One of several, in a select that lines up with the text fields beside it. */
export const ChoiceInput = ({
  choices,
  ...props
}: ChoiceProps & { helperText?: string; disabled?: boolean; onChange?: () => void }) => (
  <SelectInput {...props} choices={[...choices]} margin="none" translateChoice={false} />
)

/** Any number of several, as checkboxes under a label of the same size as all others. */
export const ChoicesInput = ({ choices, ...props }: ChoiceProps) => (
  <CheckboxGroupInput
    {...props}
    choices={[...choices]}
    margin="none"
    translateChoice={false}
    sx={{
      '& .RaCheckboxGroupInput-label': { transform: 'none', mb: 0.75 },
      '& .MuiFormGroup-root': { columnGap: 2.5, rowGap: 0.5 },
      '& .MuiFormControlLabel-root': { mr: 0, gap: 0.5 },
    }}
  />
)
