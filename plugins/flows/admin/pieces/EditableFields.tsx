import Box from '@mui/material/Box'
import { ThemeProvider, type SxProps, type Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'

const disabled = { defaultProps: { disabled: true } }

/** A drop-down is no form element: no fieldset keeps it shut. */
const shut = (theme: Theme): Theme => ({
  ...theme,
  components: {
    ...theme.components,
    MuiTextField: { ...theme.components?.MuiTextField, ...disabled },
    MuiAutocomplete: { ...theme.components?.MuiAutocomplete, ...disabled },
  },
})

interface EditableFieldsProps {
  /** They can be looked at only. */
  readOnly: boolean
  sx?: SxProps<Theme>
  children: ReactNode
}

/** Fields of a form, whoever draws them, which may be shut all at once. */
export const EditableFields = ({ readOnly, sx, children }: EditableFieldsProps) => (
  <Box
    component="fieldset"
    disabled={readOnly}
    sx={{ border: 0, m: 0, p: 0, minWidth: 0, ...(sx as object) }}
  >
    <ThemeProvider theme={(theme: Theme) => (readOnly ? shut(theme) : theme)}>
      {children}
    </ThemeProvider>
  </Box>
)
