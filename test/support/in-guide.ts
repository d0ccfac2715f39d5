/** True where a link of the guide leads to a section that there is, or to a whole chapter. @param url of the service */
export async function isInGuide(url: string, address: string): Promise<boolean> {
  const [chapter = '', section] = address.split('#')
  const reply = await fetch(new URL(chapter, url))
  return reply.status === 200 && (section === undefined || (await reply.text()).includes(`id="${section}"`))
}
