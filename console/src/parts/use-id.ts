/** The id that the address of a page names. */
import { useParams } from 'wouter'

/** Undefined where it is no id. */
export function useId(): number | undefined {
  const { id = '' } = useParams<{ id: string }>()
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined
}
