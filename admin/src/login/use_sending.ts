import { useCallback, useEffect, useRef, useState } from 'react'

interface Callbacks<Answer, Value> {
  onSuccess?: (answer: Answer, value: Value) => void
  onError?: (error: Error) => void
}

interface State<Answer> {
  isPending?: boolean
  data?: Answer
  error?: Error
}

/** Runs a call and keeps its state. React Query's `useMutation` would make the sign-in page a tenth larger. */
export function useSending<Answer, Value = void>(
  send: (value: Value) => Promise<Answer>,
  always: Callbacks<Answer, Value> = {}
) {
  const [state, setState] = useState<State<Answer>>({})
  const current = useRef({ send, always })
  useEffect(() => {
    current.current = { send, always }
  })
  // After a reset or a newer call, the state of an older call is no longer shown. Its callbacks still run.
  const newest = useRef(0)
  const mutate = useCallback((value: Value, own: Callbacks<Answer, Value> = {}) => {
    const turn = ++newest.current
    const show = (next: State<Answer>) => {
      if (turn === newest.current) setState(next)
    }
    show({ isPending: true })
    current.current.send(value).then(
      (data) => {
        show({ data })
        current.current.always.onSuccess?.(data, value)
        own.onSuccess?.(data, value)
      },
      (error: Error) => {
        show({ error })
        current.current.always.onError?.(error)
        own.onError?.(error)
      }
    )
  }, [])
  const reset = useCallback(() => {
    newest.current++
    setState({})
  }, [])
  const { isPending = false, data, error = null } = state
  return { isPending, data, error, isError: error !== null, mutate, reset }
}
