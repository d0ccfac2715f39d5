/** What somebody wrote, a number or an address, in whatever direction: it turns nothing around that stands beside it. */
import { isCode } from '../../../src/texts/language.ts'

export const Written = ({ text }: { text: string }) => <bdi dir={isCode(text) ? 'ltr' : undefined}>{text}</bdi>
