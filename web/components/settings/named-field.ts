// A link can name the field it is about: /settings#delayMinutes.
import {type RefObject, useEffect} from 'react';
import {useLocation} from 'react-router';

/** Moves the focus to the field that the address names, once the form is there. */
export function useFocusOnNamedField(form: RefObject<HTMLFormElement | null>): void {
  const {hash} = useLocation();
  useEffect(() => {
    const name = hash.slice(1);
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[name]') ?? [])];
    const field = fields.find((one) => one.getAttribute('name') === name);
    if (field === undefined) return;
    // After the focus has been moved to the start of the new page.
    const timer = setTimeout(() => {
      field.focus();
      field.scrollIntoView({block: 'center'});
    });
    return () => clearTimeout(timer);
  }, [hash, form]);
}
