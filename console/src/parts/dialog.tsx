/** A dialog: named, closed by Escape, and the focus goes back to where it was. */
import { Modal, type ModalProps } from '@mantine/core'
import { t } from '../texts/t.ts'
import { useFocusBack } from './focus.ts'

export function Dialog(props: ModalProps) {
  useFocusBack(props.opened)
  return <Modal closeButtonProps={{ 'aria-label': t('a dialog|Close') }} returnFocus={false} {...props} />
}
