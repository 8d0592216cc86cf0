import Box from '@mui/material/Box'
import { ThemeProvider, type SxProps, type Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'

const disabled = { defaultProps: { disabled: true } }

/** Disables drop-downs, which a fieldset does not disable because they are not form elements. */
const disableInputs = (theme: Theme): Theme => ({
  ...theme,
  components: {
    ...theme.components,
    MuiTextField: { ...theme.components?.MuiTextField, ...disabled },
    MuiAutocomplete: { ...theme.components?.MuiAutocomplete, ...disabled },
  },
})

interface EditableFieldsProps {
  /** Whether the fields are read-only. */
  readOnly: boolean
  sx?: SxProps<Theme>
  children: ReactNode
}

/** Disables all form fields in it, whatever component renders them. */
export const EditableFields = ({ readOnly, sx, children }: EditableFieldsProps) => (
  <Box
    component="fieldset"
    disabled={readOnly}
    sx={{ border: 0, m: 0, p: 0, minWidth: 0, ...(sx as object) }}
  >
    <ThemeProvider theme={(theme: Theme) => (readOnly ? disableInputs(theme) : theme)}>
      {children}
    </ThemeProvider>
  </Box>
)
