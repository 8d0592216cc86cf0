import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Form, useTranslate } from 'ra-core'
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useFormContext, useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { errorText, fieldErrors, isAboutLimit } from './data/errors.js'
import { DialogFoot, DialogFrame, DialogHead } from './DialogFrame.js'
import { fingerprint } from './fingerprint.js'
import { unsaved, useUnsaved } from './unsaved.js'

export interface FormDialogProps<T extends FieldValues> {
  open: boolean
  title: string
  description?: ReactNode
  defaultValues?: Partial<T>
  submitLabel: string
  /** Label of the submit button while the call runs ("Saving..."). */
  submittingLabel?: string
  /** Reject with an ApiError to show the server's messages at their fields; resolve to close. */
  onSubmit: (values: T) => Promise<unknown>
  /**
   * Called after a successful submit, by Cancel, and by Escape, a click outside the dialog and the close
   * button. The last three ask first when the form has changes. While the call runs, all of them ask, because
   * leaving does not stop the call.
   */
  onClose: () => void
  maxWidth?: 'xs' | 'sm' | 'md'
  /** The width in pixels, where the screen is wide enough. */
  width?: number
  /** The action cannot be undone. */
  destructive?: boolean
  /** react-admin inputs. */
  children: ReactNode
}

/** A form in a dialog: head and buttons stay in place, the fields scroll; full screen on phones. */
export function FormDialog<T extends FieldValues>(props: FormDialogProps<T>) {
  const { open, title, description, onSubmit, onClose, children } = props
  const id = useId()
  const form = useRef<OpenForm>(null)
  const translate = useTranslate()
  // react-admin's form resets whenever its default values change. Values created on each render would do that.
  const [initial] = useState(props.defaultValues)
  const [unplaced, setUnplaced] = useState<string[]>([])

  const guard = useUnsaved({
    isDirty: () => form.current?.isSubmitting || form.current?.isChanged() || false,
    isSubmitting: () => form.current?.isSubmitting ?? false,
    discard: onClose,
    texts: () => ({ key: form.current?.isSubmitting ? 'kit.saving' : 'kit.unsaved' }),
  })
  const leave = () => guard(onClose)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])

  const submit = async (values: FieldValues) => {
    setUnplaced([])
    try {
      await onSubmit(values as T)
    } catch (error) {
      // useAction has already shown a toast, so only the field errors remain. Messages for fields that this form does
      // not have are shown above the fields.
      const errors = Object.entries(fieldErrors(error))
      const hasInput = ([name]: [string, string]) => form.current?.has(name)
      const more = errors.filter((entry) => !hasInput(entry)).map(([, message]) => message)
      setUnplaced(isAboutLimit(error) ? [errorText(error, translate), ...more] : more)
      return Object.fromEntries(errors.filter(hasInput))
    }
    // The person may have closed this dialog and opened another one.
    if (isHere.current) onClose()
    return undefined
  }

  return (
    <DialogFrame
      open={open}
      id={id}
      hasDescription={Boolean(description)}
      maxWidth={props.maxWidth}
      onClose={leave}
      slotProps={{
        paper: {
          sx: {
            maxWidth: props.width && { sm: props.width },
            '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 },
          },
        },
      }}
    >
      <Form defaultValues={initial} onSubmit={submit} noValidate disableInvalidFormNotification>
        <DialogHead id={id} title={title} description={description} onClose={leave} />
        <Box
          sx={{
            flex: 1,
            overflowY: 'auto',
            display: 'flex',
            flexDirection: 'column',
            gap: 2.25,
            px: 3,
            pt: 0.5,
            pb: 3,
          }}
        >
          {unplaced.length > 0 && (
            <Alert severity="error" ref={scrollIntoView}>
              {unplaced.join(' ')}
            </Alert>
          )}
          {children}
        </Box>
        <ExposeForm form={form} />
        <Buttons {...props} onLeave={leave} />
      </Form>
    </DialogFrame>
  )
}

// The fields may be scrolled far below the alert.
const scrollIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })

interface OpenForm {
  has: (field: string) => boolean
  isChanged: () => boolean
  /** Whether the call is running. */
  isSubmitting: boolean
}

// Gives the dialog access to the form's state.
function ExposeForm({ form }: { form: RefObject<OpenForm | null> }) {
  const { control, getValues }: UseFormReturn = useFormContext()
  const { isSubmitting } = useFormState()
  useEffect(() => {
    if (form.current) form.current.isSubmitting = isSubmitting
    unsaved.changed()
  }, [form, isSubmitting])
  useEffect(() => {
    let first: string | undefined
    // Inputs set their own default values, which are complete after all effects have run.
    const timer = setTimeout(() => (first = fingerprint(getValues())))
    form.current = {
      has: (field) => control._names.mount.has(field),
      isChanged: () => first !== undefined && fingerprint(getValues()) !== first,
      isSubmitting: false,
    }
    return () => clearTimeout(timer)
  }, [form, control, getValues])
  return null
}

interface ButtonsProps extends Pick<
  FormDialogProps<FieldValues>,
  'submitLabel' | 'submittingLabel' | 'destructive' | 'onClose'
> {
  onLeave: () => void
}

function Buttons({ submitLabel, submittingLabel, destructive, onClose, onLeave }: ButtonsProps) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  return (
    <DialogFoot>
      <Button onClick={isSubmitting ? onLeave : onClose}>{translate('kit.cancel')}</Button>
      <Button
        type="submit"
        variant="contained"
        color={destructive ? 'error' : 'primary'}
        disabled={isSubmitting}
      >
        {isSubmitting ? (submittingLabel ?? submitLabel) : submitLabel}
      </Button>
    </DialogFoot>
  )
}

/** Fields side by side on desktops, below each other on phones. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridAutoFlow: { xs: 'row', sm: 'column' },
      gridAutoColumns: 'minmax(0, 1fr)',
    }}
  >
    {children}
  </Box>
)
