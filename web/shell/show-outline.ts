// Shows the outline of the page. The outline comes in a template, because the browser may paint between the elements of a page that it
// reads; the elements of a template are inserted and painted together. This script is no module and imports nothing: it runs before the
// app's own script, and shows a message if the app has not replaced the outline after 20 seconds.
{
  const lateAfterMs = 20_000;
  const root = document.getElementById('root');
  const template = document.querySelector<HTMLTemplateElement>('template#outline');
  if (root !== null && template !== null) {
    root.replaceChildren(template.content);
    const outline = root.firstChild;
    setTimeout(() => {
      if (root.firstChild !== outline) return;
      const message = document.createElement('p');
      message.setAttribute('role', 'alert');
      message.style.cssText = 'max-width: 34em; margin: 4em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif';
      message.textContent =
        'This page has not loaded yet. If nothing changes, check your connection and open the app again. Your orders and products are not affected.';
      root.replaceChildren(message);
    }, lateAfterMs);
  }
}
